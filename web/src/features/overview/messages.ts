import type { Direction, OwnershipNode } from './ownership.ts'

export const directionLabels: Readonly<Record<Direction, string>> = { up: '股东', down: '对外投资' }

/** Label of the button that expands or collapses a company. */
export function toggleLabel({ name, state }: OwnershipNode, direction: Direction): string {
  return `${state === 'closed' ? '展开' : '收起'} ${name} 的${directionLabels[direction]}`
}
