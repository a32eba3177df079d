import { useEffect, useRef, useState } from 'react'

const toBlobUrl = (base64: string) =>
  URL.createObjectURL(
    new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type: 'audio/wav' }),
  )

/**
 * Plays a base64 WAV. Starts automatically once if the browser allows sound without a user gesture. Revokes its object
 * URL when the audio changes or the page is left.
 */
export function useVoice(base64: string | null): { isPlaying: boolean; play: () => void } {
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
