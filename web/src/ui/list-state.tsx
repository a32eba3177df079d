import type { ReactNode } from 'react'
import { blue, criticalListStateArt, lens, paper, StateFrame, type StateText, strokes } from './critical-list-state.tsx'

type ListStateArt = 'nothing' | 'none' | 'failed' | 'unconnected'

/** Illustrations of 168 × 120 px, one per empty state. */
const listStateArt: Record<ListStateArt, ReactNode> = {
  ...criticalListStateArt,
  nothing: (
    <>
      <path {...paper} d="M34 106V58h26v48M60 106V38h32v68M92 106V66h24v40" />
      <path {...strokes} d="M41 68h4M49 68h4M41 78h4M49 78h4M41 88h4M49 88h4M68 50h6M80 50h6M68 62h6M68 74h6M68 86h6" />
      <path {...strokes} d="M80 86h6M100 76h4M108 76h2M28 40l4-4M24 50h-5M140 34l4-5" />
      <circle {...lens} cx="104" cy="56" r="24" />
      <path {...blue} strokeWidth="4.5" d="M121.5 73.5l15 15" />
      <path {...blue} d="M96 56h16" />
    </>
  ),
  unconnected: (
    <>
      <rect {...paper} x="14" y="40" width="44" height="44" rx="8" />
      <rect {...paper} x="120" y="46" width="32" height="32" rx="8" />
      <path
        {...strokes}
        d="M24 54h24M24 62h24M24 70h14M130 56h12M130 62h12M130 68h7M95.5 38v6M87 41l3 4.5M104 41l-3 4.5"
      />
      <path {...strokes} strokeWidth="2" d="M58 62h8M112 62h8" />
      <path {...lens} d="M66 51h5a11 11 0 0 1 0 22h-5zM81 57h7M81 67h7" />
      <path {...lens} d="M112 51h-5a4 4 0 0 0-4 4v14a4 4 0 0 0 4 4h5z" />
    </>
  ),
}

type ListStateProps = StateText & {
  /**
   * nothing: no search hit · none: source connected, no record · failed: request failed · unconnected: source not
   * connected.
   */
  art: ListStateArt
}

/** Empty state that states which of four reasons applies. */
export const ListState = ({ art, ...texts }: ListStateProps) => (
  <StateFrame {...texts} art={listStateArt[art]} role={art === 'failed' ? 'alert' : 'status'} />
)
