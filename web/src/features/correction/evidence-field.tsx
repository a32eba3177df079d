import { EVIDENCE_LIMIT } from '@baiqicha/contract/correction'
import { useEffect, useState } from 'react'
import {
  pickPictures,
  removePicture,
  retryPicture,
  type Sender,
  sendPictures,
  usePictureStore,
} from '../../platform/uploads/picture-store.ts'
import { ImagePicker } from '../../ui/image-picker.tsx'

type Props = {
  /** null until a visitor has verified a number; pictures are uploaded afterwards. */
  sender: Sender | null
  onPick: () => void
  error: string | undefined
}

/** Up to four pictures as evidence, uploaded as soon as the sender is known. */
export function EvidencePictures({ sender, onPick, error }: Props) {
  const images = usePictureStore((state) => state.images)
  const [leftOut, setLeftOut] = useState(0)
  const isWaiting = images.some(({ state }) => state === 'waiting')

  useEffect(() => {
    if (sender !== null) sendPictures(sender, images)
  }, [sender, images])

  return (
    <div data-field="evidence">
      <ImagePicker
        label="证据图片"
        hint={`选填，最多 ${EVIDENCE_LIMIT} 张，每张不超过 5 MB`}
        images={images}
        limit={EVIDENCE_LIMIT}
        onPick={(files) => {
          setLeftOut(pickPictures(files, EVIDENCE_LIMIT))
          onPick()
        }}
        onRemove={(key) => {
          setLeftOut(0)
          removePicture(key)
        }}
        onRetry={retryPicture}
        note={
          sender === null && isWaiting
            ? '图片已选择，验证手机号后上传。'
            : '如判决书、移出决定书、营业执照；自动去除拍摄地点等信息，仅用于核查。'
        }
        error={leftOut > 0 ? `最多 ${EVIDENCE_LIMIT} 张，超出的 ${leftOut} 张未添加` : error}
      />
    </div>
  )
}
