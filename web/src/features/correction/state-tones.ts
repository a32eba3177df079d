import type { correctionStates } from '@baiqicha/contract/correction'
import type { TagTone } from '../../ui/tag.tsx'

export const stateTones: Readonly<Record<(typeof correctionStates)[number], TagTone>> = {
  已受理: 'info',
  核查中: 'amber',
  已办结: 'mute',
}
