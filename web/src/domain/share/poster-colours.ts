/** Light colours of tokens.css, by token. A poster is light in every mode: it leaves the app. */
export const posterColours = {
  'text-1': '#161b23',
  'text-2': '#434c5a',
  'text-3': '#5d6777',
  'bg-page': '#f3f5f8',
  'bg-card': '#ffffff',
  'bg-sunken': '#f6f8fb',
  'bg-head': '#e3ecfd',
  'line-1': '#ebeef3',
  brand: '#1c55d4',
  ok: '#11703f',
  'ok-bg': '#ebf7f0',
  risk: '#c02626',
  'risk-bg': '#fdf1f0',
  warn: '#8a5300',
  'warn-bg': '#fff5e3',
} as const

export type PosterColour = keyof typeof posterColours
