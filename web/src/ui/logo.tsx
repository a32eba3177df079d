import styles from './logo.module.css'
import utility from './utility.module.css'

/** A stroke of the logo: path data and width. */
export type LogoStroke = readonly [path: string, width: number]

/** Lens with three bars, white on a square of 32 with a corner of 8. */
export const logoStrokes: readonly LogoStroke[] = [
  ['M6.5 14.5a8 8 0 1 0 16 0a8 8 0 1 0-16 0', 2.2],
  ['M11.3 17.6v-2.4M14.5 17.6v-6.2M17.7 17.6v-4.2', 2],
  ['M20.7 20.7l4.6 4.6', 2.8],
]

/** The name 百企查 on a box of 72 × 24. */
export const wordmarkStrokes: readonly LogoStroke[] = [
  ['M2 4h19M12 4.5L10.3 9M5 9h13v11.2H5zM5 14.6h13', 2.05],
  [
    'M36 2.8c-1.9 3.5-5.2 6.4-9.5 8.4M36 2.8c1.9 3.5 5.2 6.4 9.5 8.4M36 10v10.2M36 14.6h5.7M30.6 13.8v6.4M26.5 20.4h19',
    2.05,
  ],
  [
    'M51 5h19M60.5 2v7.2M59.7 5.5c-1.7 2.4-4.5 4.3-8.2 5.3M61.3 5.5c1.7 2.4 4.5 4.3 8.2 5.3M55.3 11.7h10.4v6.7H55.3zM51 21.6h19',
    2.05,
  ],
  ['M56 15.05h9', 1.7],
]

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
