import {
  type ExportRow,
  exportTime,
  exportTimeOrNull,
  type PersonalData,
} from '../../platform/personal-data/personal-data.ts'
import { rowsWithResults } from './batch.repository.ts'

/** Personal data of 批量查询. */
export const batchPersonalData: PersonalData[] = [
  {
    table: 'batch_job',
    columns: ['user_id'],
    title: '批量查询',
    exported: {
      async rows(db, { userId }) {
        const jobs = await db
          .selectFrom('batch_job')
          .selectAll()
          .where('user_id', '=', userId)
          .orderBy('created_at')
          .orderBy('id')
          .execute()
        return jobs.map(
          (job): ExportRow => ({
            名单编号: job.id,
            文件名: job.file_name,
            行数: job.total,
            已删除: job.state === 'deleted',
            提交时间: exportTime(job.created_at),
            结束时间: exportTimeOrNull(job.finished_at),
          }),
        )
      },
    },
    erased: 'withAccount',
  },
  {
    table: 'batch_row',
    columns: [],
    title: '批量查询的名单',
    exported: {
      async rows(db, { userId }) {
        const rows = await rowsWithResults(db)
          .innerJoin('batch_job as job', 'job.id', 'row.job_id')
          .leftJoin('company', 'company.id', 'first.company_id')
          .select(['row.job_id as job_id', 'row.number as number', 'row.input as input'])
          .select(['first.result as result', 'first.why as why', 'company.name as name'])
          .where('job.user_id', '=', userId)
          .orderBy('job.created_at')
          .orderBy('row.job_id')
          .orderBy('row.number')
          .execute()
        return rows.map((row) => ({
          名单编号: row.job_id,
          序号: row.number,
          输入: row.input,
          结果: row.result,
          说明: row.why,
          企业名称: row.name,
        }))
      },
    },
    erased: 'withAccount',
  },
]
