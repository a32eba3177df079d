import { useEffect, useState } from 'react'
import {
  pickPictures,
  removePicture,
  retryPicture,
  type Sender,
  sendPictures,
  usePictureStore,
} from './picture-store.ts'

type PictureField = {
  limit: number
  /** null until a visitor has verified a number; pictures are uploaded afterwards. */
  sender: Sender | null
  error: string | undefined
  onPick?: () => void
}

/** What `ImagePicker` shows of a few pictures of a form, which are uploaded as soon as the sender is known. */
export function usePictureField({ limit, sender, error, onPick }: PictureField) {
  const images = usePictureStore((state) => state.images)
  const [leftOut, setLeftOut] = useState(0)

  useEffect(() => {
    if (sender !== null) sendPictures(sender, images)
  }, [sender, images])

  return {
    hint: `选填，最多 ${limit} 张，每张不超过 5 MB`,
    images,
    limit,
    onPick: (files: readonly File[]) => {
      setLeftOut(pickPictures(files, limit))
      onPick?.()
    },
    onRemove: (key: number) => {
      setLeftOut(0)
      removePicture(key)
    },
    onRetry: retryPicture,
    error: leftOut > 0 ? `最多 ${limit} 张，超出的 ${leftOut} 张未添加` : error,
  }
}
