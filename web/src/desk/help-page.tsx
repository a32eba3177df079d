import { contactConfigSchema } from '@baiqicha/contract/content'
import type { DeskOutput } from '@baiqicha/contract/desk/actions'
import { managedPlaceLabels, questionsSchema } from '@baiqicha/contract/desk/content'
import { moved, useContentDraft } from './content-draft.ts'
import { ContentPicture } from './content-picture.tsx'
import { ContentForm } from './content-publication.tsx'
import { Choices, DeskButton, LabelledInput, Loaded, NoState, PageHead } from './elements.tsx'
import { addressOf, useRead } from './hooks.ts'

/** How users reach the operator, and the questions of 帮助. */
export function HelpContentPage({ rest }: { rest: string }) {
  const place = rest === 'faq' ? 'faq' : 'contact'
  const shown = useRead('content show', { place })
  const Editor = place === 'faq' ? QuestionsEditor : ContactEditor
  return (
    <>
      <PageHead title="联系方式与帮助">
        <Choices
          label="内容"
          choices={[
            [managedPlaceLabels.contact, addressOf('/help'), place === 'contact'],
            [managedPlaceLabels.faq, addressOf('/help/faq'), place === 'faq'],
          ]}
        />
      </PageHead>
      <Loaded query={shown}>{(current) => <Editor key={`${place} ${current.version}`} current={current} />}</Loaded>
    </>
  )
}

type EditorProps = { current: DeskOutput<'content show'> }

const contactFields = [
  ['servicePhone', '客服电话'],
  ['serviceHours', '服务时间'],
  ['email', '邮箱'],
  ['complaintChannel', '投诉渠道'],
  ['privacyOfficer', '个人信息保护负责人'],
  ['address', '联系地址'],
  ['icp', '备案号'],
] as const

function ContactEditor({ current }: EditorProps) {
  const draft = useContentDraft('contact', current, contactConfigSchema)
  const { value, change, errorOf } = draft
  return (
    <ContentForm label="联系方式" place="contact" base={current.version} draft={draft}>
      <div className="section">
        <p className="quiet">未填的字段不显示。</p>
        {contactFields.map(([field, label]) => (
          <LabelledInput
            key={field}
            label={label}
            value={value[field] ?? ''}
            error={errorOf(field)}
            maxLength={100}
            onChange={(text) => change({ ...value, [field]: text === '' ? null : text })}
          />
        ))}
        <ContentPicture
          label="企业微信二维码"
          path={value.wechatQr}
          error={errorOf('wechatQr')}
          onChange={(wechatQr) => change({ ...value, wechatQr })}
        />
        {value.wechatQr !== null && (
          <DeskButton text="删除二维码" look="small danger" onClick={() => change({ ...value, wechatQr: null })} />
        )}
      </div>
    </ContentForm>
  )
}

function QuestionsEditor({ current }: EditorProps) {
  const draft = useContentDraft('faq', current, questionsSchema)
  const { value, change, errorOf } = draft
  const { list } = value
  const replace = (at: number, entry: (typeof list)[number] | null) =>
    change({ list: list.flatMap((one, index) => (index === at ? (entry === null ? [] : [entry]) : [one])) })
  return (
    <ContentForm label="问答" place="faq" base={current.version} draft={draft}>
      {list.length === 0 && <NoState title="没有问答" />}
      {list.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id; the fields take their values from the list
        <fieldset key={at} className="section">
          <legend className="spoken">第 {at + 1} 条</legend>
          <LabelledInput
            label={`问题 ${at + 1}`}
            value={entry.question}
            error={errorOf(`list[${at + 1}].question`)}
            maxLength={60}
            onChange={(question) => replace(at, { ...entry, question })}
          />
          <LabelledInput
            label={`回答 ${at + 1}`}
            value={entry.answer}
            error={errorOf(`list[${at + 1}].answer`)}
            maxLength={1000}
            rows={4}
            onChange={(answer) => replace(at, { ...entry, answer })}
          />
          <div className="row">
            <DeskButton
              text="上移"
              look="small"
              disabled={at === 0}
              onClick={() => change({ list: moved(list, at, at - 1) })}
            />
            <DeskButton text="删除" look="small danger" onClick={() => replace(at, null)} />
          </div>
        </fieldset>
      ))}
      <div className="section">
        <DeskButton text="添加问答" onClick={() => change({ list: [...list, { question: '', answer: '' }] })} />
      </div>
    </ContentForm>
  )
}
