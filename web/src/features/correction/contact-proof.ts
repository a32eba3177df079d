import type { ContactProof } from '@baiqicha/contract/correction'
import { create } from 'zustand'

/** A visitor's proof of a mobile number. In memory only: it opens the way to send for an hour, and is no session. */
const useProofStore = create<{ proof: ContactProof | null }>(() => ({ proof: null }))

let ending: ReturnType<typeof setTimeout> | undefined

export function forgetProof() {
  clearTimeout(ending)
  useProofStore.setState({ proof: null })
}

/** Keeps a proof for as long as it holds. */
export function keepProof(proof: ContactProof, now: number = Date.now()) {
  clearTimeout(ending)
  useProofStore.setState({ proof })
  ending = setTimeout(forgetProof, Math.max(0, Date.parse(proof.expiresAt) - now))
}

/** The proof that holds, or null. */
export const readProof = () => useProofStore.getState().proof
/** `readProof`, followed. */
export const useContactProof = () => useProofStore((state) => state.proof)
