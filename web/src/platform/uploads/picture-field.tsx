import { type ReactNode, useEffect, useState } from 'react'
import { ImagePicker } from '../../ui/image-picker.tsx'
import {
  pickPictures,
  removePicture,
  retryPicture,
  type Sender,
  sendPictures,
  usePictureStore,
} from './picture-store.ts'

type PictureFieldProps = {
  label: string
  limit: number
  /** null until a visitor has verified a number; pictures are uploaded afterwards. */
  sender: Sender | null
  note?: ReactNode
  error: string | undefined
  onPick?: () => void
}

/** A few pictures of a form, uploaded as soon as the sender is known. */
export function PictureField({ label, limit, sender, note, error, onPick }: PictureFieldProps) {
  const images = usePictureStore((state) => state.images)
  const [leftOut, setLeftOut] = useState(0)

  useEffect(() => {
    if (sender !== null) sendPictures(sender, images)
  }, [sender, images])

  return (
    <ImagePicker
      label={label}
      hint={`选填，最多 ${limit} 张，每张不超过 5 MB`}
      images={images}
      limit={limit}
      onPick={(files) => {
        setLeftOut(pickPictures(files, limit))
        onPick?.()
      }}
      onRemove={(key) => {
        setLeftOut(0)
        removePicture(key)
      }}
      onRetry={retryPicture}
      note={note}
      error={leftOut > 0 ? `最多 ${limit} 张，超出的 ${leftOut} 张未添加` : error}
    />
  )
}
