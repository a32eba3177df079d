import * as z from 'zod/mini'
import { refusalLines } from '../../cli/admin/content.ts'
import type { Clock } from '../../domain/clock.ts'
import { type Result, valueOrThrow } from '../../domain/result.ts'
import type { ContentPreview, ContentRefusal } from '../../features/content/content.service.ts'
import { contentSchemas } from '../../features/content/content-fields.ts'
import type { createShownContent } from '../../features/content/published-content.ts'
import type { ContentPlace } from '../../platform/database/tables/content.ts'
import { type ActionsOf, actionRefused, type DeskHandlers, type DeskServices } from '../desk-handlers.ts'

const valueOf = <T>(result: Result<T, ContentRefusal>): T =>
  valueOrThrow(result, (error) => actionRefused(refusalLines(error).join('\n')))

type ContentHandlerDeps = DeskServices & {
  clock: Clock
  jumpHosts: readonly string[]
  shown: ReturnType<typeof createShownContent>
}

/** Pictures of the desk are stored before the content that names them. */
const readPicture = async () => null

export function createContentHandlers(deps: ContentHandlerDeps): DeskHandlers<ActionsOf<'content'>> {
  const { content, clock, jumpHosts, shown } = deps

  /** What readers of Home or of 我的 would see, as JSON; null: of another place, or of content with errors. */
  async function shownJson(place: ContentPlace, { content: checked, errors }: ContentPreview) {
    if (errors.length > 0 || checked === null) return null
    if (place === 'home') return JSON.stringify(await shown.home(z.parse(contentSchemas.home, checked)))
    return place === 'mine' ? JSON.stringify(shown.mine(z.parse(contentSchemas.mine, checked))) : null
  }

  return {
    async 'content show'({ place }) {
      const current = await content.current(place)
      if (current === null) throw actionRefused('暂无内容，请先启动一次服务。')
      const draft = await content.draft(place)
      return { version: current.version, text: JSON.stringify(current.content), draft, jumpHosts: [...jumpHosts] }
    },
    'content draft': async (step, operator) => ({ savedAt: valueOf(await content.saveDraft({ ...step, operator })) }),
    'content compare': async ({ place, from, to }) => ({ changes: valueOf(await content.compare(place, from, to)) }),
    async 'content versions'({ place }) {
      const versions = await content.versions(place)
      const shownVersion =
        versions.find(({ shownFrom }) => shownFrom === null || shownFrom <= clock.now())?.version ?? 0
      return {
        items: versions.map((one) => ({
          ...one,
          state: one.version === shownVersion ? 'shown' : one.version > shownVersion ? 'pending' : 'past',
        })),
      }
    },
    async 'content publish'({ place, base, text, savedAt, reason, shownFrom, dryRun }, operator) {
      const draft = { place, base, text, savedAt, shownFrom, readPicture }
      if (dryRun) {
        const preview = valueOf(await content.preview(draft))
        const { errors, changes, conflict } = preview
        const late = conflict === null ? [] : refusalLines({ type: 'conflict', ...conflict })
        return {
          version: null,
          errors: [...late.map((sentence) => ({ field: '', sentence })), ...errors],
          changes,
          shown: await shownJson(place, preview),
        }
      }
      if (reason === '') throw actionRefused('请填写理由。')
      const { version } = valueOf(await content.publish(draft, { operator, reason }))
      return { version, errors: [], changes: [], shown: null }
    },
    async 'content restore'({ place, version, reason, dryRun }, operator) {
      if (dryRun) return { version: null, changes: valueOf(await content.previewRestore(place, version)) }
      if (reason === '') throw actionRefused('请填写理由。')
      const restored = valueOf(await content.restore(place, version, { operator, reason }))
      return { version: restored.version, changes: [] }
    },
    async 'content picture'({ picture, isBanner }, operator) {
      const bytes = Buffer.from(picture, 'base64')
      return { path: valueOf(await content.addPicture(bytes, { isBanner, operator })) }
    },
  }
}
