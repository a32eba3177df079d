import type { CompanyEvent } from '@baiqicha/contract/follow'
import { detailPathname, listPathname } from '@baiqicha/contract/pages'
import { kindTable } from '@baiqicha/contract/records/kind-table'

/** News of one company. `total`: its changes with those that are left out. */
export type CompanyNews = {
  companyId: string
  companyName: string
  isDemo: boolean
  changes: readonly CompanyEvent[]
  total: number
}

export type Briefing = {
  /** Day in China. */
  day: string
  /** First day of the changes; null: they are those since the briefing of the day before. */
  from: string | null
  companies: readonly CompanyNews[]
  companyTotal: number
  total: number
  /** Origin of the site. */
  origin: string
}

const DISCLAIMER = '依据公开来源整理，以来源公布的为准。'
/** Bytes of a message in a group chat; 企业微信 takes 2,048. */
const CHAT_BYTES = 2_000

const pageAt = (origin: string, path: string, parameters: Record<string, string>) =>
  `${origin}/#${path}?${new URLSearchParams(parameters).toString()}`

/** The most exact page about a change. */
export function changeUrl(origin: string, { kind, recordId, companyId }: CompanyEvent): string {
  if (kind === 'fact') return pageAt(origin, '/overview/businessInfo', { id: companyId })
  if (recordId !== null && kindTable[kind].hasDetail) {
    return pageAt(origin, detailPathname(kind), { id: recordId, companyId })
  }
  return kindTable[kind].listedOn === 'page'
    ? pageAt(origin, listPathname(kind), { [kindTable[kind].group === 'overview' ? 'id' : 'companyId']: companyId })
    : pageAt(origin, '/company/detail', { id: companyId })
}

const allChangesUrl = (origin: string) => `${origin}/#/user/follow`

const daysOf = ({ day, from }: Briefing) => (from === null ? day : `${from} 至 ${day}`)

const briefingSubject = (briefing: Briefing): string =>
  `百企查每日简报：${briefing.companyTotal} 家企业有新动态（${daysOf(briefing)}）`

const nameOf = ({ companyName, isDemo }: CompanyNews) => `${companyName}${isDemo ? '（演示数据）' : ''}`

/** What a briefing leaves out; null: nothing. */
function restOf({ companies, companyTotal, total }: Briefing): string | null {
  const shown = companies.reduce((sum, { changes }) => sum + changes.length, 0)
  if (shown >= total) return null
  const others = companyTotal - companies.length
  return others === 0 ? `另有 ${total - shown} 条动态` : `另有 ${others} 家企业，共 ${total - shown} 条动态`
}

const lateNote = ({ from, day }: Briefing) =>
  from === null ? null : `此前的简报未能发送，本次含 ${from} 至 ${day} 的动态。`

const datesOf = ({ eventDate, importedOn, source }: CompanyEvent) =>
  [
    eventDate === null ? '日期不详' : `${eventDate} 发生`,
    ...(source.asOf === null ? [] : [`${source.asOf} 公布`]),
    `${importedOn} 收录`,
  ].join('，')

const sourceOf = ({ source: { sourceName, sourceUrl } }: CompanyEvent) =>
  sourceUrl === null ? sourceName : `${sourceName} ${sourceUrl}`

const isPresent = (line: string | null) => line !== null

function briefingText(briefing: Briefing, unsubscribeUrl: string): string {
  const { companies, origin } = briefing
  return [
    briefingSubject(briefing),
    lateNote(briefing),
    ...companies.flatMap((company) => [
      '',
      nameOf(company),
      ...company.changes.flatMap((change) => [
        `- ${change.text}`,
        `  ${datesOf(change)}`,
        `  来源：${sourceOf(change)}`,
        `  ${changeUrl(origin, change)}`,
      ]),
    ]),
    '',
    restOf(briefing),
    `全部动态：${allChangesUrl(origin)}`,
    DISCLAIMER,
    `退订：${unsubscribeUrl}`,
    '',
  ]
    .filter(isPresent)
    .join('\n')
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** A text for HTML, also within an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)

const link = (url: string, text: string) => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`

/** A source may state an address of any kind; only those of the web are links. */
const sourceLink = ({ source: { sourceName, sourceUrl } }: CompanyEvent) =>
  sourceUrl !== null && /^https?:\/\//.test(sourceUrl) ? link(sourceUrl, sourceName) : escapeHtml(sourceName)

/** No pictures and no scripts: opening the mail is not recorded. */
function briefingHtml(briefing: Briefing, unsubscribeUrl: string): string {
  const { companies, origin } = briefing
  const note = lateNote(briefing)
  const rest = restOf(briefing)
  return [
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${escapeHtml(briefingSubject(briefing))}</title></head><body>`,
    `<h1 style="font-size:18px">${escapeHtml(briefingSubject(briefing))}</h1>`,
    ...(note === null ? [] : [`<p>${escapeHtml(note)}</p>`]),
    ...companies.flatMap((company) => [
      `<h2 style="font-size:16px">${link(pageAt(origin, '/company/detail', { id: company.companyId }), nameOf(company))}</h2><ul>`,
      ...company.changes.map(
        (change) =>
          `<li>${link(changeUrl(origin, change), change.text)}<br><small>${escapeHtml(datesOf(change))}，来源：${sourceLink(change)}</small></li>`,
      ),
      '</ul>',
    ]),
    ...(rest === null ? [] : [`<p>${escapeHtml(rest)}</p>`]),
    `<p>${link(allChangesUrl(origin), '全部动态')}</p>`,
    `<p><small>${DISCLAIMER}</small></p>`,
    `<p><small>${link(unsubscribeUrl, '退订')}</small></p>`,
    '</body></html>',
  ].join('\n')
}

/** A mail in text and HTML, with the headers by which mail programs unsubscribe in one tap. */
export const briefingMail = (briefing: Briefing, unsubscribeUrl: string) => ({
  subject: briefingSubject(briefing),
  text: briefingText(briefing, unsubscribeUrl),
  html: briefingHtml(briefing, unsubscribeUrl),
  headers: {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Auto-Submitted': 'auto-generated',
  },
})

/** As many companies as a group chat takes; the rest is counted. */
export function briefingChatText(briefing: Briefing): string {
  const { companies, companyTotal, origin } = briefing
  const head = [briefingSubject(briefing), lateNote(briefing)].filter(isPresent)
  const foot = `全部动态：${allChangesUrl(origin)}`
  const lines = companies.map((company) => {
    const [newest] = company.changes
    const more = company.total > 1 ? `等 ${company.total} 条` : ''
    return `${nameOf(company)}：${newest?.text ?? ''}${more}`
  })
  const textOf = (shown: number) => {
    const others = companyTotal - shown
    return [...head, ...lines.slice(0, shown), ...(others > 0 ? [`另有 ${others} 家企业`] : []), foot].join('\n')
  }
  let shown = lines.length
  while (shown > 0 && Buffer.byteLength(textOf(shown)) > CHAT_BYTES) shown -= 1
  return textOf(shown)
}

/** The body for programs. Each change has its page beside its fields. */
export const briefingJson = (briefing: Briefing) => ({
  type: 'briefing',
  day: briefing.day,
  from: briefing.from,
  companyTotal: briefing.companyTotal,
  total: briefing.total,
  companies: briefing.companies.map(({ companyId, companyName, isDemo, changes, total }) => ({
    companyId,
    companyName,
    isDemo,
    total,
    changes: changes.map((change) => ({
      kind: change.kind,
      change: change.change,
      text: change.text,
      before: change.before,
      after: change.after,
      eventDate: change.eventDate,
      importedOn: change.importedOn,
      source: change.source,
      url: changeUrl(briefing.origin, change),
    })),
  })),
})
