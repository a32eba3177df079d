import { type AgreementType, agreementTypes } from '@baiqicha/contract/agreements'
import {
  AGREEMENT_TEXT_MAX,
  agreementFieldValues,
  agreementTitles,
  type ShownAgreement,
} from '@baiqicha/contract/desk/agreements'
import * as z from 'zod/mini'
import type { Result } from '../../domain/result.ts'
import type { AgreementRefusal } from '../../features/agreements/agreement.admin.service.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { AdminRefused, acceptedByService, minuteOf } from './admin-refused.ts'
import { readText } from './picture-places.ts'

function typeOf(name: string | undefined): AgreementType {
  const type = agreementTypes.find((known) => known === name || agreementTitles[known] === name)
  if (type === undefined) throw new AdminRefused(`协议应为 ${agreementTypes.join('、')} 之一。`)
  return type
}

const typeWord = `<${agreementTypes.join('|')}>`

export const agreementCommands: readonly AdminAction[] = [
  {
    name: 'agreements list',
    help: ['三份协议：现行与待生效的版本，草稿，已同意的人数'],
    async run({ services, print }) {
      const { items, consents } = await services.agreements.list()
      for (const { type, title, inForce, pending, draft, open } of items) {
        print(
          [
            type,
            title,
            inForce === null ? '没有现行版本' : `现行 ${inForce.version}`,
            pending === null ? '' : `${pending.effectiveOn} 起 ${pending.version}`,
            draft === null ? '' : `草稿 ${draft.editor} ${minuteOf(draft.savedAt)}`,
            open === 0 ? '' : `【】未填 ${open} 项`,
          ]
            .filter((text) => text !== '')
            .join('  '),
        )
      }
      print(`已同意 ${consents.version}：${consents.agreed} / ${consents.accounts} 人，其余下次打开时询问`)
    },
  },
  {
    name: 'agreements show',
    usage: [`${typeWord} [--text]`],
    help: ['草稿与现行版本的差异、各版本、待填的【】', '--text 只输出草稿或最新版本的文本，可存为文件'],
    async run(call) {
      const shown = await call.services.agreements.show(typeOf(call.operands[0]))
      if (call.flag('text')) for (const line of shown.text.split('\n')) call.print(line)
      else printShown(shown, call.print)
    },
  },
  {
    name: 'agreements draft',
    usage: [`${typeWord} --file <文件> [--summary <变更说明>] [--fields <JSON 文件>]`],
    help: ['保存草稿，并显示与现行版本的差异', '--fields 如 {"运营者名称":"…"}，三份协议同时使用'],
    audit: 'agreementDrafted',
    run: saveDraft,
  },
  {
    name: 'agreements publish',
    usage: [`${typeWord} --effective <生效日期> --reason <理由> [--no-consent]`],
    help: ['发布草稿，发布后不能修改；日期不早于今天', '--no-consent：用户不必重新同意'],
    audit: 'agreementPublished',
    run: publish,
  },
]

async function saveDraft(call: AdminCall) {
  const { services, operator, option, print } = call
  const type = typeOf(call.operands[0])
  const [file, fieldsFile] = [option('file'), option('fields')]
  if (file === null) throw new AdminRefused('须用 --file 指定文本文件。')
  const text = readText(file, '--file')
  if (text.length > AGREEMENT_TEXT_MAX) throw new AdminRefused(`文本最长 ${AGREEMENT_TEXT_MAX} 个字符。`)
  const fields = fieldsFile === null ? {} : readValues(readText(fieldsFile, '--fields'))
  const { base, draft } = await services.agreements.show(type)
  const revision = draft?.revision ?? null
  valueOf(
    await services.agreements.saveDraft({
      type,
      base,
      text,
      fields,
      revision,
      changeSummary: option('summary'),
      operator,
    }),
  )
  printShown(await services.agreements.show(type), print)
}

async function publish(call: AdminCall) {
  const { services, operator, option, flag, print } = call
  const type = typeOf(call.operands[0])
  const effectiveOn = option('effective')
  if (effectiveOn === null) throw new AdminRefused('须用 --effective 指定生效日期，如 2026-12-01。')
  const reason = call.reason()
  const { base, draft } = await services.agreements.show(type)
  if (draft === null) throw new AdminRefused(agreementSentence({ type: 'noDraft' }))
  const { revision } = draft
  const published = valueOf(
    await services.agreements.publish({
      type,
      base,
      revision,
      effectiveOn,
      needsConsent: !flag('no-consent'),
      reason,
      operator,
    }),
  )
  print(`${agreementTitles[type]}：已发布版本 ${published.version}，${effectiveOn} 起生效。`)
}

const stateLabels = { past: '', inForce: '现行', pending: '待生效' } as const

function printShown({ versions, draft, fields, lines, consents }: ShownAgreement, print: (line: string) => void) {
  for (const { number, version, effectiveOn, author, publishedAt, state } of versions) {
    print(
      `${number}  ${version}  ${effectiveOn} 起  ${author}  ${minuteOf(publishedAt)}  ${stateLabels[state]}`.trimEnd(),
    )
  }
  print(`已同意 ${consents.version}：${consents.agreed} / ${consents.accounts} 人`)
  print(draft === null ? '没有草稿。' : `草稿：${draft.editor} ${minuteOf(draft.savedAt)}`)
  for (const { name, value, here } of fields) if (here > 0) print(`【${name}】${here} 处：${value || '未填'}`)
  for (const { text, before, after } of lines) {
    if (before === null) print(`+ ${after} ${text}`)
    else if (after === null) print(`- ${before} ${text}`)
  }
}

function readValues(json: string): Record<string, string> {
  try {
    return z.parse(agreementFieldValues, JSON.parse(json))
  } catch {
    throw new AdminRefused('--fields 应为 JSON，如 {"运营者名称":"…"}，每项最长 100 个字符。')
  }
}

const valueOf = <T>(result: Result<T, AgreementRefusal>) => acceptedByService(result, agreementSentence)

export function agreementSentence(error: AgreementRefusal): string {
  switch (error.type) {
    case 'invalid':
      return `文本有误：${error.message}。`
    case 'draftChanged':
      return `草稿已由 ${error.editor} 于 ${minuteOf(error.at)} 改过，请刷新后再改。`
    case 'noDraft':
      return '没有草稿，请先保存草稿。'
    case 'conflict':
      return `版本 ${error.number} 已由 ${error.author} 于 ${minuteOf(error.at)} 发布，请以它为基础重新修改。`
    case 'unchanged':
      return '与最新版本相同，未发布。'
    case 'open':
      return `还有 ${error.names.length} 项未填：${error.names.map((name) => `【${name}】`).join('')}，生产模式不能发布。`
    case 'badDay':
      return `生效日期应为 ${error.from} 或以后的一天，并晚于现有版本。`
    default:
      return error satisfies never
  }
}
