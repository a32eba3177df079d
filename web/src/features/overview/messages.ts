import type { Direction, OwnershipNode } from './ownership.ts'

export const directionLabels: Readonly<Record<Direction, string>> = { up: '股东', down: '对外投资' }

/** What a tap on the sign beside a company does. */
export function toggleLabel({ name, state }: OwnershipNode, direction: Direction): string {
  return `${state === 'closed' ? '展开' : '收起'} ${name} 的${directionLabels[direction]}`
}
