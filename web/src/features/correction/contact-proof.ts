import type { ContactProof } from '@baiqicha/contract/correction'
import { create } from 'zustand'

/** A visitor's proof of a mobile number. In memory only: it opens the way to send for an hour, and is no session. */
const useProofStore = create<{ proof: ContactProof | null }>(() => ({ proof: null }))

const PROOF_MS = 3_600_000

let expiry: ReturnType<typeof setTimeout> | undefined

export function clearContactProof() {
  clearTimeout(expiry)
  useProofStore.setState({ proof: null })
}

/** Keeps a proof while it holds: told by how long it has been here, since clocks of phones go wrong. */
export function saveContactProof(proof: ContactProof) {
  clearTimeout(expiry)
  useProofStore.setState({ proof })
  expiry = setTimeout(clearContactProof, PROOF_MS)
}

/** The proof that holds, or null. */
export const readContactProof = () => useProofStore.getState().proof
/** `readProof`, followed. */
export const useContactProof = () => useProofStore((state) => state.proof)
