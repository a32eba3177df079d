import styles from './guide-dialog.module.css'

const outline = { stroke: 'var(--line-3)', strokeWidth: 1.5 }

/** Illustration: the lower half of 我的 with its tab highlighted. */
export function GuidePicture() {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 300 148"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <g stroke="var(--vip-ink)" strokeWidth="1.5" opacity="0.5">
        <path d="M34 40l5 4.5 5-7.5 5 7.5 5-4.5-2.5 13h-15zM246 84l4 3.6 4-6 4 6 4-3.6-2 10.4h-12z" />
        <path d="M250 34v10M245 39h10M50 98v8M46 102h8" />
      </g>
      <rect {...outline} fill="var(--bg-card)" x="84" y="16" width="132" height="160" rx="16" />
      <rect fill="var(--vip-card-1)" x="96" y="30" width="108" height="42" rx="7" />
      <path stroke="var(--vip-gold)" strokeWidth="1.5" d="M105 45l5 4.5 5-7.5 5 7.5 5-4.5-2.5 13h-15z" />
      <path stroke="var(--vip-gold)" strokeWidth="3" d="M134 46h40M134 56h24" />
      <path stroke="var(--vip-gold)" strokeWidth="1.5" d="M191 47l4 4-4 4" />
      <path stroke="var(--line-2)" strokeWidth="4" d="M98 84h64M98 95h44" />
      <path stroke="var(--line-2)" d="M84.5 106h131" />
      <path {...outline} d="M110 122l8-7 8 7M112.5 120.5v9h11v-9" />
      <circle fill="var(--brand-soft)" stroke="var(--brand-soft-line)" cx="182" cy="121" r="13" />
      <path
        stroke="var(--text-link)"
        strokeWidth="1.5"
        d="M179 118a3 3 0 1 0 6 0a3 3 0 1 0-6 0zM176 128c.5-3.4 3-5 6-5s5.5 1.6 6 5"
      />
      <circle stroke="var(--text-link)" strokeWidth="1.5" strokeDasharray="2 4" cx="182" cy="121" r="18" />
    </svg>
  )
}
