import styles from './logo.module.css'
import { logoStrokes, wordmarkStrokes } from './logo-strokes.ts'
import utility from './utility.module.css'

/** Logo: a lens with three bars. `size` is width and height in design px. */
export function Logo({ size }: { size: 28 | 30 | 44 }) {
  return (
    <svg className={styles[`s${size}`]} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#1c55d4" />
      <g fill="none" stroke="#fff" strokeLinecap="round">
        {logoStrokes.map(([path, width]) => (
          <path key={path} d={path} strokeWidth={width} />
        ))}
      </g>
    </svg>
  )
}

/** The name 百企查 drawn as strokes, 21 or 24 px high. */
export function Wordmark({ size }: { size: 21 | 24 }) {
  return (
    <>
      <span className={utility.spoken}>百企查</span>
      <svg className={styles[`w${size}`]} viewBox="0 0 72 24" aria-hidden="true">
        <g fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round">
          {wordmarkStrokes.map(([path, width]) => (
            <path key={path} d={path} strokeWidth={width} />
          ))}
        </g>
      </svg>
    </>
  )
}
