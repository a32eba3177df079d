import type { Database } from '../../platform/database/database.ts'
import { exportTime, type Person, type PersonalData, storedRows } from '../../platform/personal-data/personal-data.ts'
import { ownerOfUser } from '../../platform/uploads/upload.service.ts'

/** Corrections of the account and of its proved number. */
const numbersOf = (db: Database, { userId, mobile }: Person) =>
  db
    .selectFrom('correction')
    .select('number')
    .where((of) => of.or([of('user_id', '=', userId), of('mobile', '=', mobile)]))

/** Pictures of the account, and of its corrections, oldest first. */
const uploadsOf = (db: Database, person: Person) =>
  db
    .selectFrom('upload')
    .where((of) => of.or([of('owner', '=', ownerOfUser(person.userId)), of('used_by', 'in', numbersOf(db, person))]))
    .orderBy('created_at')
    .orderBy('id')

const pictureName = (id: string) => `图片/${id}.jpg`

/** Personal data of corrections, their pictures, and requests for newer data. */
export const correctionPersonalData: PersonalData[] = [
  {
    table: 'upload',
    columns: ['owner'],
    title: '上传的图片',
    exported: {
      async rows(db, person) {
        const pictures = await uploadsOf(db, person).select(['id', 'bytes', 'created_at', 'used_by']).execute()
        return pictures.map(({ id, bytes, created_at, used_by }) => ({
          文件: pictureName(id),
          字节数: bytes,
          上传时间: exportTime(created_at),
          所属编号: used_by,
        }))
      },
    },
    async pictures(db, person) {
      const pictures = await uploadsOf(db, person).select('id').execute()
      return pictures.map(({ id }) => ({ id, name: pictureName(id) }))
    },
    // Pictures of feedback, and unused ones, are erased with the next expired ones (uploads/upload.service.ts).
    async erased(tx, { userId }) {
      await tx
        .updateTable('upload')
        .set((of) => ({
          owner: '',
          created_at: 0,
          used_by: of.case().when('used_by', 'like', 'JC%').then(of.ref('used_by')).else(null).end(),
        }))
        .where('owner', '=', ownerOfUser(userId))
        .execute()
    },
  },
  {
    table: 'correction_step',
    columns: [],
    title: '纠错进度',
    exported: storedRows(
      'correction_step',
      ['at', 'id'],
      {
        异议编号: 'correction_number',
        时间: 'at',
        进度: 'label',
        说明: 'note',
        内容: 'content',
        补充说明: 'statement',
      },
      { column: 'correction_number', in: numbersOf },
    ),
    erased: { retained: '办理异议的凭证；不含申请人的账号和手机号' },
  },
  {
    table: 'correction',
    columns: ['user_id', 'mobile'],
    title: '数据纠错',
    exported: storedRows(
      'correction',
      ['submitted_at', 'number'],
      {
        异议编号: 'number',
        企业名称: 'company_name',
        对象: 'title',
        理由: 'reason',
        内容: 'content',
        补充说明: 'statement',
        申请人: 'claimant',
        手机号: 'mobile',
        状态: 'state',
        结果: 'result',
        处理说明: 'note',
        提交时间: 'submitted_at',
        办结时间: 'decided_at',
      },
      { column: 'number', in: numbersOf },
    ),
    /** The correction itself stays: the record that it corrected still follows from it. */
    async erased(tx, { userId, mobile }) {
      await tx
        .updateTable('correction')
        .set({ user_id: null, mobile: null })
        .where((of) => of.or([of('user_id', '=', userId), of('mobile', '=', mobile)]))
        .execute()
    },
  },
  {
    table: 'contact_proof',
    columns: ['mobile'],
    title: '手机号验证',
    exported: { reason: '一小时内失效的验证，只存校验值' },
    erased: (tx, { mobile }) => tx.deleteFrom('contact_proof').where('mobile', '=', mobile).execute(),
  },
  {
    table: 'update_request',
    columns: ['user_id'],
    title: '申请更新',
    exported: storedRows('update_request', ['at'], {
      企业名称: 'company.name',
      企业编号: 'company_id',
      申请时间: 'at',
      完成时间: 'done_at',
    }),
    erased: (tx, { userId }) => tx.deleteFrom('update_request').where('user_id', '=', userId).execute(),
  },
]
