import { correctionRoutes } from '@baiqicha/contract/routes/correction'
import { callApi } from '../../platform/api/client.ts'
import { useMobileProof } from '../../platform/verification/use-mobile-proof.ts'
import { showToast } from '../../ui/toast.tsx'
import { saveContactProof } from './contact-proof.ts'

/** State of a visitor's number and SMS code; errors show at their fields. */
export const useContactForm = () =>
  useMobileProof({
    scene: 'correction',
    spend: async (proof) => saveContactProof(await callApi(correctionRoutes.proveContact, proof)),
    showMessage: (sentence, icon) => showToast(sentence, { icon }),
  })
