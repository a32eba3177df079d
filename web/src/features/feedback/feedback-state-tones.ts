import type { FeedbackState } from '@baiqicha/contract/feedback'
import type { TagTone } from '../../ui/tag.tsx'

export const feedbackStateTones: Readonly<Record<FeedbackState, TagTone>> = {
  已提交: 'info',
  处理中: 'amber',
  已回复: 'green',
  已关闭: 'mute',
}
