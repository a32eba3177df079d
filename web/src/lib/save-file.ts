/** Hands a text to the browser as a file to keep. Call it from a tap. */
export function saveFile(name: string, type: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of it by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
