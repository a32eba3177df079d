import { StateFrame, type StateText } from './critical-list-state.tsx'
import { type ListStateArt, listStateArt } from './list-state-art.tsx'

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
