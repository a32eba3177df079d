import styles from './building-page.module.css'

const line = { stroke: 'var(--line-3)', strokeWidth: 1.5 }
const blue = { stroke: 'var(--text-link)', strokeWidth: 2 }

/** Illustration of a building site in the style of the empty states. */
export function Crane() {
  return (
    <svg
      className={styles.art}
      viewBox="0 0 168 120"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <ellipse cx="84" cy="108" rx="62" ry="6" fill="var(--bg-press)" />
      <path {...line} fill="var(--bg-card)" d="M82 106V66h44v40" />
      <path {...line} d="M82 80h44M82 94h44M96 66v40M112 66v40" />
      <path {...line} strokeDasharray="3 4" d="M82 62V46h44v16" />
      <path {...blue} d="M50 106V20M58 106V20M50 34l8 12-8 12 8 12-8 12 8 12" />
      <path {...blue} d="M34 20h92M54 20V8l60 12M54 8L36 20" />
      <path {...blue} d="M104 20v10" />
      <rect {...blue} fill="var(--brand-soft)" x="94" y="30" width="20" height="10" rx="2" />
      <path {...line} d="M28 46h-6M32 36l-5-3M142 52l5-3" />
    </svg>
  )
}
