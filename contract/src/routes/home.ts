import * as z from 'zod/mini'
import { companySummaryCodec } from '../company-summary.ts'
import { homeConfigSchema, recentListingsSchema } from '../home.ts'
import { nothing, page, route } from './route.ts'

export const homeRoutes = {
  homeConfig: route({
    method: 'GET',
    path: '/operation-config/index/config',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: homeConfigSchema,
  }),
  recentRegisterList: route({
    method: 'GET',
    path: '/v1/index/recent/register/list',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: z.array(companySummaryCodec),
  }),
  recentListingList: route({
    method: 'GET',
    path: '/v1/index/recent/listing/list',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: recentListingsSchema,
  }),
  recentRegisterDetail: route({
    method: 'GET',
    path: '/v1/index/recent/register/detail',
    access: 'open',
    load: 'copies',
    input: page,
    output: z.array(companySummaryCodec),
  }),
} as const
