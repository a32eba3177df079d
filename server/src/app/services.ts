import type { About } from '@baiqicha/contract/about'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { ContactConfig, Faq, MineConfig } from '@baiqicha/contract/content'
import type { HomeConfig, RecentListings } from '@baiqicha/contract/home'
import { MINI_PROGRAM_SOURCE } from '@baiqicha/contract/wechat'
import { parsePhoneNumber, readNumberKey } from '../domain/contacts/contact-value.ts'
import { randomId } from '../domain/random.ts'
import { createAboutRepository } from '../features/about/about.repository.ts'
import { readLicences, readProductVersion } from '../features/about/product.ts'
import { createApiKeyService } from '../features/account/api-key.service.ts'
import { createCaptchaService } from '../features/account/captcha.service.ts'
import {
  createLoginService,
  createRegisterService,
  createResetPasswordService,
  createSignIn,
} from '../features/account/credential.service.ts'
import { createDeactivationService, createErasureService } from '../features/account/deactivation.service.ts'
import { createExportService } from '../features/account/export.service.ts'
import { createPasswordGuessService } from '../features/account/password-guess.service.ts'
import { createDeviceService, createSessionService } from '../features/account/session.service.ts'
import {
  createOwnNumberProof,
  createSmsCodeService,
  type OnRightCode,
  type SmsGuess,
  smsGuessRefusal,
} from '../features/account/sms-code.service.ts'
import { createTicketService } from '../features/account/ticket.service.ts'
import { createConsentRepository, createUserRepository } from '../features/account/user.repository.ts'
import { createCurrentNames } from '../features/assistant/question/link/current-names.ts'
import { createBatchRepository } from '../features/batch/batch.repository.ts'
import { createBatchService } from '../features/batch/batch.service.ts'
import { createBatchLookup, createExactCompanies } from '../features/batch/batch-lookup.service.ts'
import { createBatchSources } from '../features/batch/batch-sources.repository.ts'
import { BATCH_LEASE, BATCH_LEASE_MS, createBatchWorker } from '../features/batch/batch-worker.ts'
import { createBestKnownCompanies, readCompanyRevision } from '../features/company/best-known.repository.ts'
import { createCompanyRepository } from '../features/company/company.repository.ts'
import { createCompanySearchService } from '../features/company/company-search.service.ts'
import { createCompanySource, createPassingCompanies } from '../features/company/company-source.repository.ts'
import type { StoreCoverage } from '../features/company/coverage.repository.ts'
import { createInclusionRequestRepository } from '../features/company/inclusion-request.repository.ts'
import { createIndexableRecordsRepository } from '../features/company/indexable-records.repository.ts'
import { createRiskSearchService } from '../features/company/risk-search.service.ts'
import {
  createContentPictures,
  createPublishedContent,
  createShownContent,
} from '../features/content/published-content.ts'
import { createApplicantService } from '../features/correction/applicant.service.ts'
import {
  createCorrectionRepository,
  createUpdateRequestRepository,
} from '../features/correction/correction.repository.ts'
import { createCorrectionRetention } from '../features/correction/correction.retention.ts'
import { createCorrectionSubjectRepository } from '../features/correction/correction-subject.repository.ts'
import { createSubmissionService } from '../features/correction/submission.service.ts'
import { createFeedbackRetention } from '../features/feedback/feedback.retention.ts'
import { createFeedbackService } from '../features/feedback/feedback.service.ts'
import { createCompanyEventRepository } from '../features/follow/company-event.repository.ts'
import { createFollowRepository } from '../features/follow/follow.repository.ts'
import { createFollowRetention } from '../features/follow/follow.retention.ts'
import { createFollowService } from '../features/follow/follow.service.ts'
import { createSearchHistoryRepository, createViewHistoryRepository } from '../features/history/history.repository.ts'
import { createContactQuota, createContactUseRepository } from '../features/leads/contact-quota.service.ts'
import { createHiddenNumberService } from '../features/leads/hidden-number.service.ts'
import { createLeadExportService } from '../features/leads/lead-export.service.ts'
import { createLeadsService } from '../features/leads/leads.service.ts'
import { createGiftService } from '../features/membership/gift.service.ts'
import {
  createChoiceRepository,
  createPublishedRules,
  createUserLevels,
  lockAccount,
} from '../features/membership/membership.repository.ts'
import { createOfficialCheckRepository } from '../features/official-check/official-check.routes.ts'
import { createHoldingGraph } from '../features/ownership/holding-graph.repository.ts'
import { createOwnershipService } from '../features/ownership/ownership.service.ts'
import { createRelationService } from '../features/ownership/relation.service.ts'
import { createDebtorSearchService } from '../features/people/debtor-search.service.ts'
import { createDebtorListings, createPersonRepository } from '../features/people/people.repository.ts'
import { createPersonDetailService, createPersonQuota } from '../features/people/person-detail.service.ts'
import {
  createComparisonService,
  createPerspectiveInput,
  createPerspectiveService,
} from '../features/perspective/perspective.service.ts'
import { createProfileRepository } from '../features/profile/profile.routes.ts'
import { createRecordRepository } from '../features/records/records.repository.ts'
import { createRecordService } from '../features/records/records.service.ts'
import { createCompanyReportService, createTypesetter } from '../features/report/report.service.ts'
import { createReportWorker, REPORT_LEASE, REPORT_LEASE_MS } from '../features/report/report-worker.ts'
import { createWechatRepository } from '../features/wechat/wechat.repository.ts'
import { createJsConfigService, createWechatLoginService } from '../features/wechat/wechat.service.ts'
import { createAudit, createOperatorAudit } from '../platform/audit.ts'
import { createStaleIfErrorCache, lazy } from '../platform/cache.ts'
import { createPasswordFlawFinder } from '../platform/crypto/passwords.ts'
import { createLease } from '../platform/database/lease.ts'
import { createSourceReader } from '../platform/database/source-reader.ts'
import { createDatabaseBuckets, createWriteBehindBuckets } from '../platform/limits/buckets.ts'
import { createLimiter } from '../platform/limits/limiter.ts'
import { createServiceOutage } from '../platform/log/service-outage.ts'
import { countMessages, countRefusals } from '../platform/operations/operation-monitor.ts'
import { guardSmsSender } from '../platform/sms/sms-sender.ts'
import { createUploadService } from '../platform/uploads/upload.service.ts'
import { createCompanyContacts } from '../records/company-contacts.ts'
import { createCompanySubjects } from '../records/company-subjects.ts'
import { createCompanyRecords } from '../records/record-counts.ts'
import { type CoverageReader, createRecordCoverage } from '../records/record-coverage.ts'
import { createAlertServices } from './alert-services.ts'
import type { AppDeps } from './deps.ts'
import { createPersonalDataRegister } from './personal-data.ts'
import { createReadingLimits } from './reading-limits.ts'

/** Callers with cached buckets for reading limits. */
const CACHED_READERS = 50_000

/** Counting a large store takes several seconds (coverage.repository.ts). */
const COUNT_TIMEOUT_MS = 60_000

/** Interval at which a process reads the version of published content. */
const CONTENT_TTL_MS = 2_000

export type Services = ReturnType<typeof createServices>

/** Constructs every service once. Where a type does not say otherwise, `limiter` is that of credentials. */
export function createServices(deps: AppDeps) {
  const { db, clock, random, hmac, log, index, reference, passwordHasher: hasher, hiddenNumbers: hidden } = deps
  const { buckets, guessesPerSmsCode, callsPerKeyAndDay: dailyQuota } = deps.config.limits
  const includeDemo = deps.config.demoData
  const monitor = deps.operations?.monitor
  const io = { db, clock, random, hmac, log, index, reference, hasher, includeDemo, lockAccount }

  const readers = { db: deps.readDb, clock, includeDemo }
  const recordCounts = createCompanyRecords(readers)
  const companies = createCompanyRepository({ ...readers, reference, records: recordCounts })
  const listSummaries = (ids: readonly string[]) => companies.listSummaries(ids)
  const companySubjects = createCompanySubjects(db, includeDemo)

  const readingBuckets = createWriteBehindBuckets(db)
  const limiter = countRefusals(createLimiter({ ...io, buckets, store: createDatabaseBuckets(db) }), monitor)
  const readingLimiter = countRefusals(
    createLimiter({ ...io, buckets, store: readingBuckets, cachedSubjects: CACHED_READERS }),
    monitor,
  )

  const contentPictures = createContentPictures(io)
  const published = createPublishedContent({ ...io, loadPictures: contentPictures.load })
  const membershipRules = createPublishedRules({
    clock,
    initial: deps.membershipRules,
    load: published.membership,
    onStale: (error) => log.warn('served-stale-copy', { error }),
  })
  const rules = () => membershipRules.current()
  const consents = createConsentRepository(io)
  const users = createUserRepository({ ...io, rules, consents })
  const audit = createAudit(io)
  const sessions = createSessionService(io)
  const levelOf = createUserLevels(io)
  const smsOutage = createServiceOutage(log, 'SMS provider', (failure) => deps.serviceStates?.record('sms', failure))
  const sender = countMessages(guardSmsSender(deps.smsSender, { clock, outage: smsOutage }), monitor)
  const smsCodes = createSmsCodeService({ ...io, sender, limiter, guessesPerCode: guessesPerSmsCode })
  const proveOwnNumber = createOwnNumberProof({ db, users, smsCodes })
  const captchas = createCaptchaService({ ...io, ...deps, outbox: deps.captchaOutbox })
  /** What the services of accounts share. */
  const accounts = {
    ...io,
    audit,
    captchas,
    consents,
    findFlaw: createPasswordFlawFinder(),
    levelOf,
    limiter,
    proveOwnNumber,
    rules,
    sessions,
    smsCodes,
    users,
  }
  const passwords = createPasswordGuessService(accounts)
  const signIn = createSignIn(accounts)
  const tickets = createTicketService({ ...accounts, partners: deps.partners })

  const companySearch = createCompanySearchService({
    index,
    companies,
    records: createIndexableRecordsRepository(deps.readDb, clock),
    isHiddenNumber: async (typed) => {
      const numberKey = parsePhoneNumber(typed) === null ? null : readNumberKey(typed)
      return numberKey !== null && (await hidden.isHidden(db, numberKey))
    },
  })

  const source = createCompanySource(io)
  const currentNames = createCurrentNames({
    source,
    readRevision: () => readCompanyRevision(db),
    listBestKnown: createBestKnownCompanies(io),
    clock,
    log,
  })
  const quota = createContactQuota({ ...accounts, uses: createContactUseRepository(io) })
  const leads = createLeadsService({
    ...accounts,
    companies,
    contacts: createCompanyContacts({ ...io, hiddenNumbers: hidden }),
    passing: createPassingCompanies({ source, clock }),
    quota,
    dialMobiles: deps.dialMobiles,
  })

  async function consumeSmsCode<T>(guess: SmsGuess, onRight: OnRightCode<T>): Promise<T> {
    const used = await smsCodes.guess(guess, onRight)
    if (!used.ok) throw smsGuessRefusal(used.error)
    return used.value
  }
  const applicants = createApplicantService({ ...io, consumeSmsCode })
  const correctionSubjects = createCorrectionSubjectRepository({ ...io, companySubjects })
  const uploads = createUploadService({ ...io, reEncode: deps.reEncodeImage, files: deps.pictureFiles })

  const followDeps = {
    ...io,
    subjects: companySubjects,
    follows: createFollowRepository(db),
    events: createCompanyEventRepository(db),
  }
  const follows = createFollowService({ ...followDeps, listSummaries, findSources: createSourceReader(db, clock) })
  const spendPerson = createPersonQuota({ limiter, clock })
  const views = createViewHistoryRepository(db, clock)
  const register = createPersonalDataRegister({ clock, rules })

  // Copies of a process are at most five seconds old while the database answers (docs/scaling.md).
  const cacheOptions = { clock, onStale: (error: unknown) => log.warn('served-stale-copy', { error }) }
  // A publication shows within five seconds, of which the browser needs some.
  const contentOptions = { ...cacheOptions, ttlMs: CONTENT_TTL_MS }
  const cachedHome = createStaleIfErrorCache<HomeConfig>(contentOptions)
  const cachedMine = createStaleIfErrorCache<MineConfig>(contentOptions)
  const cachedContact = createStaleIfErrorCache<ContactConfig>(contentOptions)
  const cachedFaq = createStaleIfErrorCache<Faq>(contentOptions)
  const cachedAbout = createStaleIfErrorCache<About>({ ...contentOptions, timeoutMs: COUNT_TIMEOUT_MS })
  const cachedNewest = createStaleIfErrorCache<CompanySummary[]>(cacheOptions)
  const cachedListings = createStaleIfErrorCache<RecentListings>(cacheOptions)
  const cachedCoverage = createStaleIfErrorCache<StoreCoverage>({ ...cacheOptions, timeoutMs: COUNT_TIMEOUT_MS })

  const coverages = createRecordCoverage(db, clock)
  const coverage = () => cachedCoverage('coverage', () => companies.coverage())
  const shown = createShownContent({ ...io, jumpHosts: deps.config.jumpHosts, showsDemo: includeDemo })
  const about = createAboutRepository({ ...io, coverage, coverages })
  const version = readProductVersion()
  const licences = lazy(() => readLicences(deps.webFiles))
  async function readAbout(): Promise<About> {
    const [{ icp }, sources, { unconnected: unconnectedKinds }, { unconnected: withoutDemo }] = await Promise.all([
      published.contact(),
      about.listSources(),
      about.listKindCoverage(),
      about.listKindCoverage('demo'),
    ])
    const demoKinds = includeDemo ? unconnectedKinds.filter((title) => !withoutDemo.includes(title)) : []
    return { version, icp, sources, unconnectedKinds, demoKinds, licences: await licences() }
  }

  const records = createRecordService({ ...io, records: createRecordRepository(readers) })
  const graph = createHoldingGraph(readers)
  const ownership = createOwnershipService({ graph, reference })
  const readPerspectiveInput = createPerspectiveInput({
    clock,
    companies,
    listRecords: (request) => records.list(request),
  })

  const jobs = createBatchRepository(io)
  const leaseOf = (name: string, leaseMs: number) =>
    createLease({ db, name, owner: randomId(random, 'w'), leaseMs, now: () => performance.now() })
  const batchWorker = createBatchWorker({
    ...io,
    lease: leaseOf(BATCH_LEASE, BATCH_LEASE_MS),
    lookup: createBatchLookup({
      findExact: createExactCompanies({ db: deps.readDb, includeDemo }),
      search: (query) => companySearch.search(query),
    }),
  })
  const reports = createCompanyReportService({
    ...accounts,
    companies,
    records,
    ownershipTree: (request) => ownership.tree(request),
    typeset: deps.typesetReport ?? createTypesetter(),
    origin: deps.config.publicOrigins[0],
    // A failure is logged by the next turn.
    onCreated: () => void reportWorker.run().catch(() => {}),
  })
  const reportWorker = createReportWorker({
    ...io,
    lease: leaseOf(REPORT_LEASE, REPORT_LEASE_MS),
    make: (row) => reports.make(row),
  })

  return {
    companies,
    listSummaries,
    currentNames,
    recordCounts,
    records,
    ownership,
    reports,
    reportWorker,
    findRelation: createRelationService({ graph, reference, limiter: readingLimiter, levelOf }),
    readPerspective: createPerspectiveService(readPerspectiveInput),
    compareCompanies: createComparisonService(readPerspectiveInput),
    debtorSearch: createDebtorSearchService({
      listings: createDebtorListings(readers),
      index,
      spendPerson,
      clock,
      audit: (caller, groups) => audit(db, 'personSearched', { ...caller, subject: String(groups) }),
    }),
    personDetails: createPersonDetailService({
      persons: createPersonRepository(readers),
      findCompany: (id) => companies.findDetail(id),
      index,
      spendPerson,
      clock,
      audit: (caller, subject) => audit(db, 'personOpened', { ...caller, subject }),
    }),
    users,
    sessions,
    apiKeys: createApiKeyService({ ...accounts, dailyQuota }),
    smsCodes,
    credentialLimiter: limiter,
    readingLimiter,
    readingLimits: createReadingLimits(readingLimiter, clock),
    /** Shares what this process has spent with the others. */
    flushLimits: () => readingBuckets.flush(),
    levelOf,
    captchas,
    logins: createLoginService({ ...accounts, passwords, signIn }),
    registrations: createRegisterService({ ...accounts, signIn }),
    passwordResets: createResetPasswordService(accounts),
    gifts: createGiftService(accounts),
    consents,
    devices: createDeviceService(accounts),
    tickets,
    wechatLogins: createWechatLoginService({
      ...accounts,
      miniProgram: deps.wechat.miniProgram,
      links: createWechatRepository(io),
      async admit(tx, { mobile, agreementVersion }) {
        const account = await users.getOrCreate(tx, mobile)
        await lockAccount(tx, account.userId)
        await consents.record(tx, { userId: account.userId, agreementVersion, deviceType: 'wechat' })
        return account
      },
      issueTicket: (tx, holder) => tickets.issueTo(tx, { ...holder, source: MINI_PROGRAM_SOURCE }),
    }),
    signJsConfig: createJsConfigService({
      limiter: readingLimiter,
      officialAccount: deps.wechat.officialAccount,
      origins: deps.config.publicOrigins,
    }),
    deactivations: createDeactivationService(accounts),
    erasures: createErasureService({ ...accounts, register }),
    exports: createExportService({
      ...accounts,
      files: deps.pictureFiles,
      flushViews: () => views.flush(),
      register,
    }),
    choices: createChoiceRepository(db),
    profiles: createProfileRepository(db),
    hiddenNumbers: createHiddenNumberService({
      clock,
      hiddenNumbers: hidden,
      operatorAudit: createOperatorAudit(io),
      consumeSmsCode,
    }),
    applicants,
    corrections: createCorrectionRepository(db),
    correctionSubjects,
    correctionRetention: createCorrectionRetention({ ...io, uploads }),
    submissions: createSubmissionService({ ...accounts, applicants, subjects: correctionSubjects, uploads }),
    feedback: createFeedbackService({
      ...accounts,
      consumeCaptcha: (captchaId, answer) => captchas.consume(captchaId, answer),
      uploads,
    }),
    feedbackRetention: createFeedbackRetention({ ...io, uploads }),
    follows,
    ...createAlertServices(deps, { ...accounts, follows }),
    followRetention: createFollowRetention(followDeps),
    officialChecks: createOfficialCheckRepository(db, clock),
    updateRequests: createUpdateRequestRepository(io),
    inclusions: createInclusionRequestRepository(io),
    uploads,
    searches: createSearchHistoryRepository(db, clock, random),
    views,
    companySearch,
    leads,
    leadExports: createLeadExportService({ leads, quota, levelOf }),
    batchJobs: jobs,
    batchWorker,
    batches: createBatchService({
      ...accounts,
      jobs,
      sources: createBatchSources({ db: deps.readDb, clock }),
      listSummaries,
      overviewsOf: (ids) => recordCounts.overviewsOf(ids),
      // A failure is logged by the next turn.
      onCreated: () => void batchWorker.run().catch(() => {}),
    }),
    riskSearch: createRiskSearchService({ searches: companySearch, records: recordCounts }),
    // While the database is unavailable these return their last result.
    findHomeConfig: () => cachedHome('home', async () => shown.home(await published.home())),
    findMineConfig: () => cachedMine('mine', async () => shown.mine(await published.mine())),
    findContactConfig: () => cachedContact('contact', published.contact),
    findFaq: () => cachedFaq('faq', published.faq),
    findAbout: () => cachedAbout('about', readAbout),
    findContentPicture: contentPictures.find,
    membershipRules,
    listNewest: (page: { offset: number; limit: number }) =>
      cachedNewest(`${page.offset}+${page.limit}`, () => companies.listNewest(page)),
    listRecentListings: (limit: number) => cachedListings(String(limit), () => companies.listRecentListings(limit)),
    coverage,
    listKindCoverage: () => about.listKindCoverage(),
    feedsCovering: (...asked: Parameters<CoverageReader['feedsCovering']>) => coverages.feedsCovering(...asked),
  }
}
