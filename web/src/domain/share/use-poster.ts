import { useEffect, useState } from 'react'
import type { PosterCompany } from './poster-content.ts'
import { PosterError, type PosterFailure } from './poster-error.ts'

export type PosterState =
  | { type: 'drawing' }
  | { type: 'failed'; reason: PosterFailure }
  /** `address` is a data URL: WeChat saves no image with a blob URL. */
  | { type: 'drawn'; address: string; file: Blob }

function readDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new PosterError('memory')))
    reader.readAsDataURL(file)
  })
}

/** Loads the code of posters and draws one. */
async function makePoster(company: PosterCompany, link: string): Promise<PosterState> {
  try {
    const { drawPoster } = await import('./draw-poster.ts').catch(() => {
      throw new PosterError('load')
    })
    const file = await drawPoster(company, link)
    return { type: 'drawn', address: await readDataUrl(file), file }
  } catch (error) {
    return { type: 'failed', reason: error instanceof PosterError ? error.reason : 'blocked' }
  }
}

/** Poster of a company, drawn again when its data change; undefined draws none. */
export function usePoster(company: PosterCompany | undefined, link: string) {
  const [state, setState] = useState<PosterState>({ type: 'drawing' })

  useEffect(() => {
    if (company === undefined) return undefined
    let isCurrent = true
    void makePoster(company, link).then((made) => isCurrent && setState(made))
    return () => {
      isCurrent = false
    }
  }, [company, link])

  const retry = () => {
    setState({ type: 'drawing' })
    if (company !== undefined) void makePoster(company, link).then(setState)
  }
  return { state, retry }
}
