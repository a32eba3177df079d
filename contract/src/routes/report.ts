import { companyReportSchema, companyReportsSchema, createReportBody } from '../report.ts'
import { nothing, route } from './route.ts'

/** The PDF of a report; not in the table, because its answer is a file. */
export const REPORT_FILE_PATH = '/v1/report/file'

export const companyReportRoutes = {
  createReport: route({
    method: 'POST',
    path: '/v1/report/create',
    access: 'session',
    load: 'reads',
    input: createReportBody,
    output: companyReportSchema,
  }),
  reportList: route({
    method: 'GET',
    path: '/v1/report/list',
    access: 'session',
    load: 'reads',
    input: nothing,
    output: companyReportsSchema,
  }),
} as const
