import type { ContactProof } from '@baiqicha/contract/correction'
import { createStore } from '../../lib/store.ts'

/** A visitor's proof of a mobile number. In memory only: it opens the way to send for an hour, and is no session. */
const useProofStore = createStore<{ proof: ContactProof | null }>(() => ({ proof: null }))

const PROOF_MS = 3_600_000

let ending: ReturnType<typeof setTimeout> | undefined

export function forgetProof() {
  clearTimeout(ending)
  useProofStore.setState({ proof: null })
}

/** Keeps a proof while it holds: told by how long it has been here, since clocks of phones go wrong. */
export function keepProof(proof: ContactProof) {
  clearTimeout(ending)
  useProofStore.setState({ proof })
  ending = setTimeout(forgetProof, PROOF_MS)
}

/** The proof that holds, or null. */
export const readProof = () => useProofStore.getState().proof
/** `readProof`, followed. */
export const useContactProof = () => useProofStore((state) => state.proof)
