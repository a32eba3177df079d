import { type ChangeEvent, useEffect, useState } from 'react'
import { DeskButton } from './elements.tsx'
import { useAct, useAttempt } from './hooks.ts'

type ContentPictureProps = {
  label: string
  /** Path of the picture on this host; null: none. */
  path: string | null
  /** Cropped to three times its height; else the whole picture is kept. */
  isBanner?: boolean
  error?: string | undefined
  onChange: (path: string) => void
}

const RATIO = 3
/** Longest side of a stored picture. */
const LONGEST = 1_500

/** Part of a picture of this size at a position from 0 to 100, in pixels. */
export function cropOf({ width, height }: { width: number; height: number }, isBanner: boolean, position: number) {
  if (!isBanner) return { x: 0, y: 0, width, height }
  const part = width / height > RATIO ? { width: height * RATIO, height } : { width, height: width / RATIO }
  const at = position / 100
  return { ...part, x: (width - part.width) * at, y: (height - part.height) * at }
}

/** Draws the part as a JPEG in base 64. @throws Error for a picture that cannot be drawn */
function drawnPart(picture: ImageBitmap, isBanner: boolean, position: number): string {
  const part = cropOf(picture, isBanner, position)
  const width = Math.round(Math.min(LONGEST, part.width))
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = isBanner ? Math.round(width / RATIO) : Math.round((width * part.height) / part.width)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('浏览器无法裁剪图片')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', 0.92).split(',')[1] ?? ''
}

/** A picture of content: chosen from a file, cropped, and stored. */
export function ContentPicture({ label, path, isBanner = false, error, onChange }: ContentPictureProps) {
  const run = useAct()
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [position, setPosition] = useState(50)
  const { error: failure, setError: setFailure, isBusy, attempt } = useAttempt()
  useEffect(() => () => picture?.close(), [picture])

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    setFailure(null)
    const [file] = target.files ?? []
    if (file === undefined) return
    try {
      setPicture(await createImageBitmap(file))
    } catch {
      setFailure('图片无法读取，应为 jpg、png 或 webp。')
    }
  }
  const save = (chosen: ImageBitmap) =>
    attempt(async () => {
      const drawn = drawnPart(chosen, isBanner, position)
      const { path: stored } = await run('content picture', { picture: drawn, isBanner })
      setPicture(null)
      onChange(stored)
    })
  const part = picture === null ? null : cropOf(picture, isBanner, position)
  const shown = failure ?? error
  return (
    <div className="field picture-field">
      {path !== null && <img src={path} alt="" className={isBanner ? 'banner' : 'code'} />}
      <label className="field">
        <span>{label}</span>
        <input type="file" accept="image/jpeg,image/png,image/webp" onChange={(event) => void choose(event)} />
      </label>
      {picture !== null && part !== null && (
        <>
          {isBanner && (
            <label className="field">
              <span>裁剪位置</span>
              <input
                type="range"
                min={0}
                max={100}
                value={position}
                onChange={(event) => setPosition(Number(event.target.value))}
              />
            </label>
          )}
          <CropPreview picture={picture} part={part} />
          <p className="row">
            <span className="quiet">
              {picture.width} × {picture.height}，裁成 {Math.round(part.width)} × {Math.round(part.height)}
            </span>
            <DeskButton text="使用图片" look="small end" disabled={isBusy} onClick={() => void save(picture)} />
          </p>
        </>
      )}
      {shown !== undefined && (
        <small className="risk" role="alert">
          {shown}
        </small>
      )}
    </div>
  )
}

type CropPreviewProps = { picture: ImageBitmap; part: { x: number; y: number; width: number; height: number } }

/** The part of a picture that will be stored. */
const CropPreview = ({ picture, part: { x, y, width, height } }: CropPreviewProps) => (
  <canvas
    className="banner"
    width={480}
    height={Math.round((480 * height) / width)}
    ref={(canvas) => {
      const context = canvas?.getContext('2d')
      if (canvas && context) context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
    }}
  />
)
