/** Strokes of the illustrations. */
export const strokes = { stroke: 'var(--line-3)', strokeWidth: 1.5 }
export const paper = { ...strokes, fill: 'var(--bg-card)' }
export const blue = { stroke: 'var(--text-link)', strokeWidth: 2 }
export const lens = { ...blue, fill: 'var(--brand-soft)' }

/** The illustrations of the first load: Home and the error page. */
export const criticalListStateArt = {
  none: (
    <>
      <path {...paper} d="M52 22h46l18 18v64H52z" />
      <path {...strokes} d="M98 22v18h18M64 44h22M64 56h36M64 68h28M64 80h16M36 48l-5-3M34 60h-6" />
      <circle {...lens} cx="112" cy="78" r="18" />
      <path {...blue} strokeWidth="4" d="M125 91l11 11" />
      <path {...blue} d="M106 78h12" />
    </>
  ),
  failed: (
    <>
      <path {...paper} d="M52 88a22 22 0 0 1 2-44 32 32 0 0 1 61 6 19 19 0 0 1 3 38" />
      <path {...strokes} d="M52 88h14M104 88h14M30 34l5 4M139 40l-5 4M84 12v6" />
      <path stroke="var(--warn)" strokeWidth="2.5" d="M91 56L77 78h16l-12 22" />
    </>
  ),
} as const
