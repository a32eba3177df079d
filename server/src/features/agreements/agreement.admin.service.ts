import { type AgreementType, agreementTypes } from '@baiqicha/contract/agreements'
import type { DeskOutput, ParsedDeskInput } from '@baiqicha/contract/desk/actions'
import {
  AGREEMENT_LINES_MAX,
  type AgreementVersionItem,
  agreementTitles,
  type ShownAgreement,
} from '@baiqicha/contract/desk/agreements'
import { fillFields, parseAgreementText, placeholderNames } from '../../domain/account/agreements.ts'
import { type Clock, chinaDay, chinaDayEnd } from '../../domain/clock.ts'
import { compareLines } from '../../domain/line-difference.ts'
import { type Random, randomId } from '../../domain/random.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { AppendOperatorAudit } from '../../platform/audit.ts'
import { sha256 } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow, countRows } from '../../platform/database/portable-sql.ts'
import type { AgreementDraftTable, AgreementVersionTable } from '../../platform/database/tables/account.ts'
import { createAgreementRepository, filledText } from './agreement.repository.ts'

export type AgreementRefusal =
  /** `message`: what is wrong with the text or a value. */
  | { type: 'invalid'; message: string }
  | { type: 'draftChanged'; editor: string; at: number }
  | { type: 'noDraft' }
  /** Another version was published since. */
  | { type: 'conflict'; number: number; author: string; at: number }
  | { type: 'unchanged' }
  | { type: 'open'; names: string[] }
  /** `from`: the first day that is possible. */
  | { type: 'badDay'; from: string }

type NewDraft = ParsedDeskInput<'agreements draft'> & { operator: string }
type Publication = ParsedDeskInput<'agreements publish'> & { operator: string }

type AgreementAdminDeps = {
  db: Database
  clock: Clock
  random: Random
  operatorAudit: AppendOperatorAudit
  /** Read with each call, so that commands of other subjects need no whole configuration. */
  isProduction: () => boolean
}

/** Rolls the publication back. */
class Refused extends Error {
  readonly refusal: AgreementRefusal
  constructor(refusal: AgreementRefusal) {
    super(refusal.type)
    this.refusal = refusal
  }
}

const draftOf = (of: Database, type: AgreementType) =>
  of.selectFrom('agreement_draft').selectAll().where('type', '=', type).executeTakeFirst()

async function valuesOf(of: Database): Promise<Record<string, string>> {
  const rows = await of.selectFrom('agreement_field').selectAll().orderBy('name').execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

const draftItem = (draft: AgreementDraftTable | undefined) =>
  draft === undefined ? null : { revision: draft.revision, editor: draft.editor, savedAt: draft.saved_at }

/** What a draft with these values must satisfy. null: it does. */
function problemOf(text: string, fields: Readonly<Record<string, string>>): string | null {
  if (text.split('\n').length > AGREEMENT_LINES_MAX) return `最多 ${AGREEMENT_LINES_MAX} 行`
  const wrong = Object.entries(fields).find(([, value]) => /[【】\p{Cc}\p{Cf}]/u.test(value))
  if (wrong !== undefined) return `${wrong[0]}：不得含【】或不可见的字符`
  try {
    parseAgreementText(fillFields(text, fields))
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The version of a day: the day itself, with a number when a version has it. null: an older day than that of the newest. */
function versionOn(day: string, newest: string): string | null {
  const versions = [day, ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${day}.${number}`)]
  return versions.find((version) => version > newest) ?? null
}

/** Drafts and publications of the agreements. */
export function createAgreementAdmin(deps: AgreementAdminDeps) {
  const { db, clock, random, operatorAudit, isProduction } = deps
  const repository = createAgreementRepository(clock)

  const versionsOf = (type: AgreementType) =>
    db.selectFrom('agreement_version').selectAll().where('type', '=', type).orderBy('number', 'desc').execute()

  function itemsOf(versions: readonly AgreementVersionTable[]): AgreementVersionItem[] {
    const inForce = versions.find((row) => row.effective_on <= chinaDay(clock.now()))?.number ?? 1
    return versions.map((row) => ({
      number: row.number,
      version: row.version,
      effectiveOn: row.effective_on,
      needsConsent: row.consent_version === row.version,
      changeSummary: row.change_summary,
      author: row.author,
      publishedAt: row.published_at,
      state: row.number === inForce ? 'inForce' : row.number > inForce ? 'pending' : 'past',
    }))
  }

  /** The text that the next publication would have. */
  async function nextText(type: AgreementType) {
    const [draft, newest] = [await draftOf(db, type), await repository.newest(db, type)]
    return draft?.text ?? newest?.text ?? ''
  }

  async function countConsents() {
    const numbers = await repository.numbersInForce(db)
    const versions = []
    for (const type of ['user_protocol', 'privacy_policy'] as const) {
      versions.push((await repository.find(db, type, numbers.get(type) ?? 0))?.consent_version ?? '')
    }
    const version = versions.toSorted().at(-1) ?? ''
    const accounts = await countRows(db.selectFrom('user_account'))
    const { agreed } = await db
      .selectFrom('consent')
      .innerJoin('user_account', 'user_account.id', 'consent.user_id')
      .select((row) => row.fn.count<number>('consent.user_id').distinct().as('agreed'))
      .where('agreement_version', '=', version)
      .executeTakeFirstOrThrow()
    return { version, accounts, agreed }
  }

  async function conflictWith(of: Database, type: AgreementType): Promise<AgreementRefusal> {
    const newest = await repository.newest(of, type)
    return {
      type: 'conflict',
      number: newest?.number ?? 0,
      author: newest?.author ?? '',
      at: newest?.published_at ?? 0,
    }
  }

  /** Stores the version and its audit row, and ends the draft. @throws Refused */
  async function publishDraft(tx: Database, publication: Publication) {
    const { type, base, revision, effectiveOn, needsConsent, reason, operator } = publication
    const newest = await repository.newest(tx, type)
    if (newest === undefined || newest.number !== base) throw new Refused(await conflictWith(tx, type))
    const draft = await draftOf(tx, type)
    if (draft === undefined) throw new Refused({ type: 'noDraft' })
    if (draft.revision !== revision)
      throw new Refused({ type: 'draftChanged', editor: draft.editor, at: draft.saved_at })
    const values = await valuesOf(tx)
    const names = new Set(placeholderNames(draft.text))
    const fields = Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
    const problem = problemOf(draft.text, fields)
    if (problem !== null) throw new Refused({ type: 'invalid', message: problem })
    const text = fillFields(draft.text, fields)
    const open = [...names].filter((name) => !Object.hasOwn(fields, name))
    if (isProduction() && open.length > 0) throw new Refused({ type: 'open', names: open })
    if (text === filledText(newest)) throw new Refused({ type: 'unchanged' })
    const today = chinaDay(clock.now())
    const from = newest.effective_on > today ? newest.effective_on : today
    const version = chinaDayEnd(effectiveOn) === null ? null : versionOn(effectiveOn, newest.version)
    if (effectiveOn < from || version === null) throw new Refused({ type: 'badDay', from })
    const number = base + 1
    const isAdded = await repository.add(tx, {
      type,
      number,
      title: newest.title,
      version,
      consent_version: needsConsent ? version : newest.consent_version,
      effective_on: effectiveOn,
      change_summary: draft.change_summary,
      text: draft.text,
      fields: JSON.stringify(fields),
      author: operator,
    })
    if (!isAdded) throw new Refused(await conflictWith(tx, type))
    const ended = await tx
      .deleteFrom('agreement_draft')
      .where('type', '=', type)
      .where('revision', '=', revision)
      .$call(changesRow)
    if (!ended) throw new Refused({ type: 'draftChanged', editor: draft.editor, at: draft.saved_at })
    await operatorAudit(tx, {
      operator,
      action: 'agreementPublished',
      subject: type,
      before: { version: newest.version },
      after: { version, effectiveOn, needsConsent, textHash: sha256(text) },
      reason,
    })
    return { number, version }
  }

  return {
    async list(): Promise<DeskOutput<'agreements list'>> {
      const items = []
      const values = await valuesOf(db)
      for (const type of agreementTypes) {
        const versions = itemsOf(await versionsOf(type))
        const open = new Set(placeholderNames(await nextText(type)).filter((name) => !Object.hasOwn(values, name)))
        items.push({
          type,
          title: agreementTitles[type],
          inForce: versions.find(({ state }) => state === 'inForce') ?? null,
          pending: versions.find(({ state }) => state === 'pending') ?? null,
          draft: draftItem(await draftOf(db, type)),
          open: open.size,
        })
      }
      return { items, consents: await countConsents() }
    },

    async show(type: AgreementType): Promise<ShownAgreement> {
      const [rows, draft, values] = [await versionsOf(type), await draftOf(db, type), await valuesOf(db)]
      const versions = itemsOf(rows)
      const newest = rows[0]
      const inForce = rows.find(({ number }) => versions.find((one) => one.number === number)?.state === 'inForce')
      const text = draft?.text ?? newest?.text ?? ''
      // Without a draft the values of the published text count: nothing differs.
      const next = draft === undefined ? (newest === undefined ? '' : filledText(newest)) : fillFields(text, values)
      const here = placeholderNames(text)
      const all: string[] = []
      for (const one of agreementTypes) all.push(...placeholderNames(await nextText(one)))
      return {
        title: agreementTitles[type],
        versions,
        base: newest?.number ?? 0,
        draft: draftItem(draft),
        text,
        changeSummary: draft?.change_summary ?? null,
        fields: [...new Set(all)].map((name) => ({
          name,
          value: values[name] ?? '',
          uses: all.filter((one) => one === name).length,
          here: here.filter((one) => one === name).length,
        })),
        lines: compareLines((inForce === undefined ? '' : filledText(inForce)).split('\n'), next.split('\n')),
        consents: await countConsents(),
        isProduction: isProduction(),
      }
    },

    async saveDraft({
      type,
      base,
      text: typed,
      changeSummary,
      fields,
      revision,
      operator,
    }: NewDraft): Promise<Result<{ revision: string }, AgreementRefusal>> {
      const text = typed.replaceAll('\r\n', '\n')
      const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
      const problem = problemOf(text, filled)
      if (problem !== null) return failed({ type: 'invalid', message: problem })
      const saved = { text, change_summary: changeSummary || null, revision: randomId(random, 'd') }
      const row = { ...saved, type, editor: operator, saved_at: clock.now() }
      return db.transaction().execute(async (tx): Promise<Result<{ revision: string }, AgreementRefusal>> => {
        if ((await repository.newest(tx, type))?.number !== base) return failed(await conflictWith(tx, type))
        const written = await (revision === null
          ? tx
              .insertInto('agreement_draft')
              .values(row)
              .onConflict((conflict) => conflict.column('type').doNothing())
              .$call(changesRow)
          : tx
              .updateTable('agreement_draft')
              .set(row)
              .where('type', '=', type)
              .where('revision', '=', revision)
              .$call(changesRow))
        if (!written) {
          const other = await draftOf(tx, type)
          return failed(
            other === undefined
              ? await conflictWith(tx, type)
              : { type: 'draftChanged', editor: other.editor, at: other.saved_at },
          )
        }
        const before = await valuesOf(tx)
        await storeValues(tx, fields)
        const after = await valuesOf(tx)
        await operatorAudit(tx, {
          operator,
          action: 'agreementDrafted',
          subject: type,
          before: changedOf(before, after),
          after: { ...changedOf(after, before), textHash: sha256(text) },
        })
        return ok({ revision: row.revision })
      })
    },

    async publish(publication: Publication): Promise<Result<{ number: number; version: string }, AgreementRefusal>> {
      try {
        return ok(await db.transaction().execute((tx) => publishDraft(tx, publication)))
      } catch (error) {
        if (error instanceof Refused) return failed(error.refusal)
        throw error
      }
    },
  }
}

/** Stores the values of placeholders; an empty one is removed. */
async function storeValues(tx: Database, fields: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(fields)) {
    if (value === '') await tx.deleteFrom('agreement_field').where('name', '=', name).execute()
    else {
      await tx
        .insertInto('agreement_field')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute()
    }
  }
}

/** Values of one side that the other does not have. */
const changedOf = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(one).filter(([name, value]) => other[name] !== value))
