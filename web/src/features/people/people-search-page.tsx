import { type DebtorType, debtorTypes } from '@baiqicha/contract/people'
import { kindTable } from '@baiqicha/contract/records/kind-table'
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { useNavigate } from '../../lib/router/router.tsx'
import { useAboutQuery } from '../../platform/content/content-queries.ts'
import { usePageLocation, usePageQuery } from '../../platform/navigation/page.tsx'
import { PageLoginPrompt, PlainPage } from '../../platform/navigation/page-frame.tsx'
import { useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import chips from '../../ui/chip.module.css'
import { Chip } from '../../ui/chip.tsx'
import fieldStyles from '../../ui/field.module.css'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Star } from '../../ui/text-area.tsx'
import {
  cleanCertNo,
  type DebtorFieldErrors,
  type DebtorSearchInput,
  listPath,
  rememberSearch,
  searchInQuery,
  searchOf,
  searchQueryOf,
  useSearchMemory,
  validateSearch,
} from './debtor-search.ts'
import styles from './people.module.css'
import { useSearchMemoryEnd } from './people-queries.ts'

const ALL = '全部'

/** Provinces in the order of their codes (GB/T 2260), in the form that the query takes. */
const provinces: readonly string[] = (
  '北京 天津 河北 山西 内蒙古 辽宁 吉林 黑龙江 上海 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 ' +
  '广东 广西 海南 重庆 四川 贵州 云南 西藏 陕西 甘肃 青海 宁夏 新疆 台湾 香港 澳门'
).split(' ')

/** Choice of a province in a sheet; empty: all. */
function ProvinceField({ value, onChange }: { value: string; onChange: (province: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const choose = (province: string) => {
    setOpen(false)
    onChange(province)
  }
  return (
    <div>
      <p id={id} className={fieldStyles.label}>
        省份
      </p>
      <button
        track-id="province"
        data-track-label="省份"
        type="button"
        className={styles.province}
        aria-haspopup="dialog"
        aria-label={`省份：${value === '' ? ALL : value}`}
        onClick={() => setOpen(true)}
      >
        {value === '' ? ALL : value}
        <Icon name="down" size={18} />
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="省份">
        <fieldset className={`${chips.grid} ${styles.provinces}`} aria-labelledby={id}>
          <Chip trackId="province-choice" block pressed={value === ''} onClick={() => choose('')}>
            {ALL}
          </Chip>
          {provinces.map((province) => (
            <Chip
              trackId="province-choice"
              key={province}
              block
              pressed={province === value}
              onClick={() => choose(province)}
            >
              {province}
            </Chip>
          ))}
        </fieldset>
      </Sheet>
    </div>
  )
}

const emptySearch: DebtorSearchInput = { name: '', subjectType: '企业', certNo: '', province: '' }

const tabs = debtorTypes.map((type) => ({ key: type, label: type }))

const labels: Readonly<Record<DebtorType, { name: string; nameHint: string; certNo: string; certNoHint: string }>> = {
  企业: {
    name: '被执行人名称',
    nameHint: '名称、曾用名或代码',
    certNo: '组织机构代码',
    certNoHint: '组织机构代码或信用代码',
  },
  自然人: { name: '被执行人姓名', nameHint: '完整姓名', certNo: '身份证号', certNoHint: '完整号码或后 4 位' },
}

/** Form for a company or a person. Starts with the company of its address, or the search of the list that the user returns from. */
function DebtorForm() {
  useSearchMemoryEnd()
  const navigate = useNavigate()
  const { userInfo } = useSession()
  const userId = userInfo?.userId ?? null
  const query = usePageQuery()
  const [search, setSearch] = useState(
    () => searchInQuery(query) ?? searchOf(useSearchMemory.getState(), userId) ?? emptySearch,
  )
  const [errors, setErrors] = useState<DebtorFieldErrors>({})
  const name = useRef<HTMLInputElement>(null)
  const certNo = useRef<HTMLInputElement>(null)
  const label = labels[search.subjectType]

  function set(change: Partial<DebtorSearchInput>) {
    setSearch({ ...search, ...change })
    setErrors(({ name: inName, certNo: inNumber }) => ({
      ...(inName !== undefined && change.name === undefined && { name: inName }),
      ...(inNumber !== undefined && change.certNo === undefined && { certNo: inNumber }),
    }))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = validateSearch(search)
    setErrors(found)
    if (found.name !== undefined) return name.current?.focus()
    if (found.certNo !== undefined) return certNo.current?.focus()
    const typed = { ...search, name: search.name.trim(), certNo: cleanCertNo(search.certNo) }
    rememberSearch(typed, userId)
    return void navigate(listPath(searchQueryOf(typed)))
  }

  return (
    <>
      <Tabs
        trackId="debtor-type"
        items={tabs}
        value={search.subjectType}
        // The name and the number of a company mean nothing for a person.
        onChange={(subjectType) => {
          if (subjectType === search.subjectType) return
          setErrors({})
          setSearch({ ...emptySearch, subjectType, province: search.province })
        }}
        label="被执行人类型"
        panelId="debtor-form"
        fill
        line
      />
      <DataNote />
      <div id="debtor-form" role="tabpanel" aria-label={search.subjectType}>
        <form
          aria-label={`查询${search.subjectType}`}
          className={styles.form}
          autoComplete="off"
          noValidate
          onSubmit={submit}
        >
          <DebtorField
            ref={name}
            label={label.name}
            hint={label.nameHint}
            isRequired
            maxLength={200}
            value={search.name}
            onChange={(text) => set({ name: text })}
            error={errors.name}
          />
          <DebtorField
            ref={certNo}
            label={label.certNo}
            hint={label.certNoHint}
            maxLength={40}
            value={search.certNo}
            onChange={(text) => set({ certNo: text })}
            error={errors.certNo}
          />
          <ProvinceField value={search.province} onChange={(province) => set({ province })} />
          <Button trackId="debtor-submit" type="submit" block>
            查询
          </Button>
        </form>
      </div>
      <div className={styles.notes}>
        {search.subjectType === '自然人' && <InfoNote>证件号仅用于本次比对，不保存，不写入网址。</InfoNote>}
        <InfoNote>结果来自已接入的公开数据，未查询到不代表没有。</InfoNote>
      </div>
    </>
  )
}

/** What the search can find while no source of real records is connected; nothing once one is. */
function DataNote() {
  const { data } = useAboutQuery()
  const { title } = kindTable.dishonestExecutor
  if (data?.unconnectedKinds.includes(title) !== true) return null
  return (
    <div className={styles.dataNote}>
      <InfoNote tone="amber">{data.demoKinds.includes(title) ? '当前仅含演示数据' : `${title}数据未接入`}</InfoNote>
    </div>
  )
}

type DebtorFieldProps = {
  label: string
  hint: string
  isRequired?: boolean
  maxLength: number
  value: string
  onChange: (text: string) => void
  error: string | undefined
  ref: RefObject<HTMLInputElement | null>
}

/** Field with a visible label. Browsers neither complete nor correct what is typed. */
function DebtorField({ label, hint, isRequired = false, ...field }: DebtorFieldProps) {
  return (
    <div>
      <p className={fieldStyles.label} aria-hidden="true">
        {label}
        {isRequired ? <Star /> : <small className={fieldStyles.hint}>选填</small>}
      </p>
      <TextField
        {...field}
        label={isRequired ? `${label}（必填）` : label}
        placeholder={hint}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="search"
      />
    </div>
  )
}

/** `/peopleSearch`: the form of 失信被执行人. Needs a session. */
export function PeopleSearchPage() {
  const { key } = usePageLocation()
  const { isLoggedIn } = useSession()
  return (
    <PlainPage title="失信被执行人" line={!isLoggedIn}>
      {isLoggedIn ? <DebtorForm key={key} /> : <PageLoginPrompt purpose="查询失信被执行人" />}
    </PlainPage>
  )
}
