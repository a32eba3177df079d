import { saveFile } from '../../lib/save-file.ts'

/** Downloads a picture of this host. false: it could not be loaded. */
export async function savePicture(url: string, name: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    if (!response.ok) return false
    saveFile(name, await response.blob())
    return true
  } catch {
    return false
  }
}
