import { type CaptchaKind, captchaLengths } from '@baiqicha/contract/account'
import { useEffect, useRef, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import utility from '../../ui/utility.module.css'
import shared from '../page/shared.module.css'
import styles from './verification.module.css'

const toBlobUrl = (base64: string) =>
  URL.createObjectURL(
    new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type: 'audio/wav' }),
  )

/**
 * Plays a base64 WAV. Starts automatically once if the browser allows sound without a user gesture. Revokes its object
 * URL when the audio changes or the page is left.
 */
function useVoice(base64: string | null): { isPlaying: boolean; play: () => void } {
  const voice = useRef<HTMLAudioElement | null>(null)
  const [isPlaying, setIsPlaying] = useState(false)

  const play = () => {
    if (voice.current === null) return
    voice.current.currentTime = 0
    // Autoplay is blocked until the user taps the button.
    voice.current.play().catch(() => setIsPlaying(false))
  }

  useEffect(() => {
    if (base64 === null) return undefined
    const url = toBlobUrl(base64)
    const audio = new Audio(url)
    const follow = () => setIsPlaying(!audio.paused && !audio.ended)
    for (const change of ['playing', 'pause', 'ended']) audio.addEventListener(change, follow)
    voice.current = audio
    audio.play().catch(() => setIsPlaying(false))
    return () => {
      audio.pause()
      voice.current = null
      setIsPlaying(false)
      URL.revokeObjectURL(url)
    }
  }, [base64])

  return { isPlaying, play }
}

export type CaptchaFieldProps = {
  captcha: {
    kind: CaptchaKind
    text: string
    error: string | undefined
    /** The answer was right, and nothing has to be answered until another message may be requested. */
    isPassed?: boolean
    isLoading: boolean
    /** A data URL of a PNG. */
    image: string | null
    /** A WAV file in base64. */
    audio: string | null
    change: (text: string) => void
    renew: () => void
    renewExpired: () => void
    switchKind: () => void
  }
}

/** Picture or audio captcha, with buttons to renew it or change its kind. */
export function CaptchaField({ captcha }: CaptchaFieldProps) {
  const isSpoken = captcha.kind === 'voice'
  if (captcha.isPassed === true) {
    return (
      <p className={styles.passed}>
        <Icon name="check" size={18} />
        {isSpoken ? '语音验证码' : '图形验证码'}已通过
      </p>
    )
  }
  return (
    <div className={shared.below}>
      <TextField
        key={captcha.kind}
        label={isSpoken ? '语音验证码' : '图形验证码'}
        placeholder={isSpoken ? `听到的 ${captchaLengths.voice} 位数字` : '图形验证码'}
        inputMode={isSpoken ? 'numeric' : 'text'}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="next"
        maxLength={captchaLengths[captcha.kind]}
        value={captcha.text}
        onChange={captcha.change}
        onFocus={captcha.renewExpired}
        error={captcha.error}
        end={isSpoken ? <Voice captcha={captcha} /> : <Picture captcha={captcha} />}
      />
      <div className={styles.links}>
        <button
          track-id="captcha-renew"
          type="button"
          className={classNames(styles.link, utility.tap)}
          onClick={() => captcha.renew()}
        >
          {isSpoken ? '听不清？换一段' : '看不清？换一张'}
        </button>
        <button
          track-id="captcha-kind"
          type="button"
          className={classNames(styles.link, utility.tap)}
          onClick={captcha.switchKind}
        >
          {isSpoken ? '换回图形验证码' : '语音验证码'}
        </button>
      </div>
    </div>
  )
}

function Loading() {
  return <Skeleton width={92} height={36} radius={6} />
}

function LoadAgain({ captcha }: CaptchaFieldProps) {
  return (
    <button track-id="captcha-renew" type="button" className={styles.action} onClick={() => captcha.renew()}>
      点此加载
    </button>
  )
}

/** A tap requests a new picture. */
function Picture({ captcha }: CaptchaFieldProps) {
  if (captcha.isLoading) return <Loading />
  if (captcha.image === null) return <LoadAgain captcha={captcha} />
  return (
    <button
      track-id="captcha-renew"
      type="button"
      className={classNames(styles.picture, utility.tap)}
      aria-label="图形验证码，点按换一张"
      onClick={() => captcha.renew()}
    >
      <img src={captcha.image} alt="" />
    </button>
  )
}

/** Plays the digits automatically if the browser allows it, and again on every tap. */
function Voice({ captcha }: CaptchaFieldProps) {
  const { isPlaying, play } = useVoice(captcha.audio)
  if (captcha.isLoading) return <Loading />
  if (captcha.audio === null) return <LoadAgain captcha={captcha} />
  return (
    <button track-id="captcha-play" type="button" className={styles.action} onClick={play}>
      {isPlaying ? '正在播放…' : '播放'}
    </button>
  )
}
