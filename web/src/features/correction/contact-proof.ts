import type { ContactProof } from '@baiqicha/contract/correction'
import { createStore } from '../../lib/store.ts'

/** Verified mobile number of a visitor, in memory only. It permits submissions for one hour and is no session. */
const useProofStore = createStore<{ proof: ContactProof | null }>(() => ({ proof: null }))

const PROOF_MS = 3_600_000

let expiry: ReturnType<typeof setTimeout> | undefined

export function clearContactProof() {
  clearTimeout(expiry)
  useProofStore.setState({ proof: null })
}

/**
 * Saves a proof for one hour from now: the clocks of phones are unreliable, so the server's expiry time is not used.
 */
export function saveContactProof(proof: ContactProof) {
  clearTimeout(expiry)
  useProofStore.setState({ proof })
  expiry = setTimeout(clearContactProof, PROOF_MS)
}

/** Current proof, or null. */
export const readContactProof = () => useProofStore.getState().proof
/** Hook version of `readContactProof`. */
export const useContactProof = () => useProofStore((state) => state.proof)
