import type { RemovalMode } from '../../importers/undo/company-removal.ts'
import type { ActionsOf, DeskHandler, DeskHandlers, DeskServices } from '../desk-handlers.ts'
import { actionRefused, refusedByImport } from '../desk-refusals.ts'

export function createCompanyHandlers({
  companies,
  companySources,
}: DeskServices): DeskHandlers<ActionsOf<'companies'>> {
  const takeOut =
    (mode: RemovalMode): DeskHandler<'companies hide' | 'companies remove'> =>
    async ({ company, reason, dryRun }, operator) => {
      if (dryRun) return refusedByImport(companies.preview(company))
      if (reason === '') throw actionRefused('请填写理由。')
      return refusedByImport(companies.takeOut({ company, mode, reason, operator }))
    }
  return {
    async 'companies list'({ after }) {
      const { items, ...page } = await companies.list(after)
      return {
        ...page,
        items: items.map(({ company_id: id, name, content, reason, operator, created_at: at }) => ({
          id,
          name,
          state: content === null ? 'removed' : 'hidden',
          reason,
          operator,
          at,
        })),
      }
    },
    async 'companies show'({ company }) {
      const preview = await refusedByImport(companies.preview(company))
      return { ...preview, ...(await companySources.sourcesOf(preview.id)) }
    },
    'companies hide': takeOut('hide'),
    'companies remove': takeOut('remove'),
    'companies lift': (step, operator) => refusedByImport(companies.lift({ ...step, operator })),
  }
}
