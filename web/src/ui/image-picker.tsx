import { type ReactNode, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../lib/class-names.ts'
import type { PickedImage } from '../lib/picked-image.ts'
import field from './field.module.css'
import { Icon } from './icon.tsx'
import styles from './image-picker.module.css'
import utility from './utility.module.css'

type ImagePickerProps = {
  label: string
  hint: string
  images: readonly PickedImage[]
  limit: number
  onPick: (files: readonly File[]) => void
  onRemove: (key: number) => void
  onRetry: (key: number) => void
  /** Note below the images. */
  note?: ReactNode
  error?: string | undefined
}

const stateLabels = {
  waiting: '等待上传',
  sending: '正在上传',
  sent: '已上传',
  failed: '未上传',
  unfit: '不能上传',
} as const

/** Picker for a few images with upload state, retry and remove. */
export function ImagePicker({ label, hint, images, limit, onPick, onRemove, onRetry, note, error }: ImagePickerProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const faults = images.flatMap(({ key, fault, state }, index) =>
    fault === null ? [] : [{ key, fault, at: index + 1, canRetry: state === 'failed' }],
  )
  const remove = (key: number) => {
    // The add button is hidden while the limit is reached.
    flushSync(() => onRemove(key))
    add.current?.focus()
  }
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={field.label}>
        {label}
        <small className={field.hint}>{hint}</small>
      </h3>
      <ul className={styles.images}>
        {images.map((image, index) => (
          <li key={image.key} className={classNames(styles.image, image.fault !== null && styles.wrong)}>
            <img src={image.preview} alt={`第 ${index + 1} 张，${stateLabels[image.state]}`} />
            {image.state !== 'sent' && <Cover image={image} />}
            <button
              track-id="image-remove"
              data-track-label="移除第"
              type="button"
              className={classNames(styles.remove, utility.tap)}
              aria-label={`移除第 ${index + 1} 张`}
              onClick={() => remove(image.key)}
            >
              <span className={styles.dot}>
                <Icon name="close" size={12} />
              </span>
            </button>
          </li>
        ))}
        <li hidden={images.length >= limit}>
          <button
            track-id="image-add"
            ref={add}
            type="button"
            className={styles.add}
            onClick={() => input.current?.click()}
          >
            <Icon name="plus" />
            <span className={utility.spoken}>添加图片</span>
          </button>
        </li>
      </ul>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/jpeg,image/png,image/webp"
        aria-label={label}
        onChange={(event) => {
          onPick(Array.from(event.target.files ?? []))
          // Resets the input, so that the same file can be picked again.
          event.target.value = ''
        }}
      />
      <ul className={styles.faults} aria-live="polite">
        {faults.map(({ key, fault, at, canRetry }) => (
          <li key={key}>
            第 {at} 张：{fault}
            {canRetry && (
              <button
                track-id="retry"
                type="button"
                className={classNames(styles.retry, utility.tap)}
                onClick={() => onRetry(key)}
              >
                重试
              </button>
            )}
          </li>
        ))}
      </ul>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {error !== undefined && (
        <p className={field.error} role="alert">
          {error}
        </p>
      )}
    </section>
  )
}

function Cover({ image: { state, progress } }: { image: PickedImage }) {
  return (
    <span className={styles.cover} aria-hidden="true">
      {state === 'sending' ? `${Math.floor(progress * 100)}%` : stateLabels[state]}
    </span>
  )
}
