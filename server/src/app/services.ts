import type { About } from '@baiqicha/contract/about'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { ContactConfig, Faq, MineConfig } from '@baiqicha/contract/content'
import type { HomeConfig, RecentListings } from '@baiqicha/contract/home'
import { MINI_PROGRAM_SOURCE } from '@baiqicha/contract/wechat'
import { readNumberKey } from '../domain/contacts/contact-value.ts'
import { parsePhoneNumber } from '../domain/phone-number.ts'
import { randomId } from '../domain/random.ts'
import { createAboutRepository } from '../features/about/about.repository.ts'
import { readLicences, readProductVersion } from '../features/about/product.ts'
import { createApiKeyService } from '../features/account/api-key.service.ts'
import { createAudit } from '../features/account/audit.repository.ts'
import { createCaptchaService } from '../features/account/captcha.service.ts'
import { createConsentRepository } from '../features/account/consent.repository.ts'
import { createDeactivationService } from '../features/account/deactivation.service.ts'
import { createDeviceService } from '../features/account/device.service.ts'
import { createErasureService } from '../features/account/erasure.service.ts'
import { createExportService } from '../features/account/export.service.ts'
import { createLoginService } from '../features/account/login.service.ts'
import { createOwnNumberProof } from '../features/account/own-number-proof.service.ts'
import { createPasswordGuessService } from '../features/account/password-guess.service.ts'
import { createRegisterService } from '../features/account/register.service.ts'
import { createResetPasswordService } from '../features/account/reset-password.service.ts'
import { createSessionService } from '../features/account/session.service.ts'
import { createSignIn } from '../features/account/sign-in.service.ts'
import { smsGuessRefusal } from '../features/account/sms-code.refusals.ts'
import { createSmsCodeService } from '../features/account/sms-code.service.ts'
import { createTicketService } from '../features/account/ticket.service.ts'
import { createUserRepository } from '../features/account/user.repository.ts'
import { createCurrentNames } from '../features/assistant/question/link/current-names.ts'
import { createBatchRepository } from '../features/batch/batch.repository.ts'
import { createBatchService } from '../features/batch/batch.service.ts'
import { createBatchLookup } from '../features/batch/batch-lookup.service.ts'
import { createBatchSources } from '../features/batch/batch-sources.repository.ts'
import { BATCH_LEASE, BATCH_LEASE_MS, createBatchWorker } from '../features/batch/batch-worker.ts'
import { createExactCompanies } from '../features/batch/exact-companies.repository.ts'
import { createBestKnownCompanies, readCompanyRevision } from '../features/company/best-known.repository.ts'
import { createCompanyRepository } from '../features/company/company.repository.ts'
import { createCompanySearchService } from '../features/company/company-search.service.ts'
import { createCompanySource } from '../features/company/company-source.repository.ts'
import type { StoreCoverage } from '../features/company/coverage.repository.ts'
import { createPassingCompanies } from '../features/company/filtered-companies.repository.ts'
import { createInclusionRequestRepository } from '../features/company/inclusion-request.repository.ts'
import { createIndexableRecordsRepository } from '../features/company/indexable-records.repository.ts'
import { createRiskSearchService } from '../features/company/risk-search.service.ts'
import { createContentPictures } from '../features/content/content-pictures.ts'
import { createPublishedContent } from '../features/content/published-content.ts'
import { createShownContent } from '../features/content/shown-content.ts'
import { type ConsumeSmsCode, createApplicantService } from '../features/correction/applicant.service.ts'
import { createCorrectionRepository } from '../features/correction/correction.repository.ts'
import { createCorrectionRetention } from '../features/correction/correction.retention.ts'
import { createCorrectionSubjectRepository } from '../features/correction/correction-subject.repository.ts'
import { createSubmissionService } from '../features/correction/submission.service.ts'
import { createUpdateRequestRepository } from '../features/correction/update-request.repository.ts'
import { createFeedbackRetention } from '../features/feedback/feedback.retention.ts'
import { createFeedbackService } from '../features/feedback/feedback.service.ts'
import { createCompanyEventRepository } from '../features/follow/company-event.repository.ts'
import { createFollowRepository } from '../features/follow/follow.repository.ts'
import { createFollowRetention } from '../features/follow/follow.retention.ts'
import { createFollowService } from '../features/follow/follow.service.ts'
import { createSearchHistoryRepository } from '../features/history/search-history.repository.ts'
import { createViewHistoryRepository } from '../features/history/view-history.repository.ts'
import { createContactQuota } from '../features/leads/contact-quota.service.ts'
import { createContactUseRepository } from '../features/leads/contact-use.repository.ts'
import { createHiddenNumberService } from '../features/leads/hidden-number.service.ts'
import { createLeadExportService } from '../features/leads/lead-export.service.ts'
import { createLeadsService } from '../features/leads/leads.service.ts'
import { createGiftService } from '../features/membership/gift.service.ts'
import { createChoiceRepository, createUserLevels, lockAccount } from '../features/membership/membership.repository.ts'
import { createPublishedRules } from '../features/membership/published-rules.ts'
import { createOfficialCheckRepository } from '../features/official-check/official-check.repository.ts'
import { createHoldingGraph } from '../features/ownership/holding-graph.repository.ts'
import { createOwnershipService } from '../features/ownership/ownership.service.ts'
import { createRelationService } from '../features/ownership/relation.service.ts'
import { createDebtorListings } from '../features/people/debtor-listings.repository.ts'
import { createDebtorSearchService } from '../features/people/debtor-search.service.ts'
import { createPersonRepository } from '../features/people/person.repository.ts'
import { createPersonDetailService } from '../features/people/person-detail.service.ts'
import { createPersonQuota } from '../features/people/person-quota.service.ts'
import { createComparisonService } from '../features/perspective/comparison.service.ts'
import { createPerspectiveService } from '../features/perspective/perspective.service.ts'
import { createPerspectiveInput } from '../features/perspective/perspective-input.service.ts'
import { createProfileRepository } from '../features/profile/profile.repository.ts'
import { createRecordRepository } from '../features/records/records.repository.ts'
import { createRecordService } from '../features/records/records.service.ts'
import { createCompanyReportService } from '../features/report/report.service.ts'
import { createTypesetter } from '../features/report/report-typesetter.ts'
import { createReportWorker, REPORT_LEASE, REPORT_LEASE_MS } from '../features/report/report-worker.ts'
import { createJsConfigService } from '../features/wechat/js-config.service.ts'
import { createWechatRepository } from '../features/wechat/wechat.repository.ts'
import { createWechatLoginService } from '../features/wechat/wechat-login.service.ts'
import { createStaleIfErrorCache, lazy } from '../platform/cache.ts'
import { createPasswordFlawFinder } from '../platform/crypto/password-flaw.ts'
import { createLease } from '../platform/database/lease.ts'
import { createSourceReader } from '../platform/database/source-reader.ts'
import { createDatabaseBuckets } from '../platform/limits/database-buckets.ts'
import { createLimiter } from '../platform/limits/limiter.ts'
import { createWriteBehindBuckets } from '../platform/limits/write-behind-buckets.ts'
import { createServiceOutage } from '../platform/log/service-outage.ts'
import { countMessages, countRefusals } from '../platform/operations/operation-monitor.ts'
import { createOperatorAudit } from '../platform/operator-audit.ts'
import { guardSmsSender } from '../platform/sms/guarded-sms-sender.ts'
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

/** Constructs every service once, each with only the dependencies it uses. */
export function createServices(deps: AppDeps) {
  const { db, clock, random, hmac, log, index, reference, passwordHasher: hasher } = deps
  const { buckets, guessesPerSmsCode, callsPerKeyAndDay: dailyQuota } = deps.config.limits

  const includeDemo = deps.config.demoData
  const readers = { db: deps.readDb, clock, includeDemo }
  const recordCounts = createCompanyRecords(readers)
  const companies = createCompanyRepository({ ...readers, reference, records: recordCounts })
  const companySubjects = createCompanySubjects(db, includeDemo)

  const readingBuckets = createWriteBehindBuckets(db)
  const monitor = deps.operations?.monitor
  const credentialLimiter = countRefusals(
    createLimiter({ buckets, clock, hmac, store: createDatabaseBuckets(db) }),
    monitor,
  )
  const ofReading = createLimiter({
    buckets,
    clock,
    hmac,
    store: readingBuckets,
    cachedSubjects: CACHED_READERS,
  })
  const readingLimiter = countRefusals(ofReading, monitor)

  const contentPictures = createContentPictures({ db, clock })
  const published = createPublishedContent({ db, clock, loadPictures: contentPictures.load })
  const membershipRules = createPublishedRules({
    clock,
    initial: deps.membershipRules,
    load: published.membership,
    onStale: (error) => log.warn('served-stale-copy', { error }),
  })
  const consents = createConsentRepository({ clock, random })
  const users = createUserRepository({ clock, random, hmac, rules: () => membershipRules.current(), consents })
  const audit = createAudit({ clock, random })
  const sessions = createSessionService({ db, clock, random, log })
  const smsCodes = createSmsCodeService({
    db,
    clock,
    random,
    hmac,
    log,
    sender: countMessages(
      guardSmsSender(deps.smsSender, {
        clock,
        outage: createServiceOutage(log, 'SMS provider', (failure) => deps.serviceStates?.record('sms', failure)),
      }),
      monitor,
    ),
    limiter: credentialLimiter,
    guessesPerCode: guessesPerSmsCode,
  })
  const proveOwnNumber = createOwnNumberProof({ db, users, smsCodes })
  const { painter, speaker, captchaOutbox: outbox } = deps
  const captchas = createCaptchaService({ db, clock, random, hmac, painter, speaker, outbox })
  const passwords = createPasswordGuessService({ db, captchas, hasher, limiter: credentialLimiter, users })
  const findFlaw = createPasswordFlawFinder()
  const signIn = createSignIn({ audit, consents, sessions, users })
  const tickets = createTicketService({
    db,
    clock,
    random,
    log,
    audit,
    partners: deps.partners,
    limiter: credentialLimiter,
    sessions,
    users,
  })
  const { miniProgram, officialAccount } = deps.wechat

  const companySearch = createCompanySearchService({
    index,
    companies,
    records: createIndexableRecordsRepository(deps.readDb, clock),
    isHiddenNumber: async (typed) => {
      const numberKey = parsePhoneNumber(typed) === null ? null : readNumberKey(typed)
      return numberKey !== null && (await deps.hiddenNumbers.isHidden(db, numberKey))
    },
  })

  const source = createCompanySource({ db, clock, reference, includeDemo })
  const currentNames = createCurrentNames({
    source,
    readRevision: () => readCompanyRevision(db),
    listBestKnown: createBestKnownCompanies({ db, includeDemo }),
    clock,
    log,
  })
  const levelOf = createUserLevels({ db, clock })
  const quota = createContactQuota({ db, uses: createContactUseRepository({ clock, random }), lockAccount, audit })
  const leads = createLeadsService({
    db,
    clock,
    hmac,
    index,
    companies,
    contacts: createCompanyContacts({ db, clock, includeDemo, hiddenNumbers: deps.hiddenNumbers }),
    passing: createPassingCompanies({ source, clock }),
    levelOf,
    quota,
    dialMobiles: deps.dialMobiles,
  })

  const consumeSmsCode: ConsumeSmsCode = async (guess, onRight) => {
    const used = await smsCodes.guess(guess, onRight)
    if (!used.ok) throw smsGuessRefusal(used.error)
    return used.value
  }
  const hiddenNumbers = createHiddenNumberService({
    clock,
    hiddenNumbers: deps.hiddenNumbers,
    operatorAudit: createOperatorAudit({ clock, random }),
    consumeSmsCode: async (guess, onRight) => {
      const used = await smsCodes.guess(guess, onRight)
      if (!used.ok) throw smsGuessRefusal(used.error)
    },
  })
  const applicants = createApplicantService({ db, clock, random, hmac, consumeSmsCode })
  const correctionSubjects = createCorrectionSubjectRepository({ db, clock, companySubjects })
  const uploads = createUploadService({ db, clock, random, reEncode: deps.reEncodeImage, files: deps.pictureFiles })

  const followDeps = {
    db,
    clock,
    subjects: companySubjects,
    follows: createFollowRepository(db),
    events: createCompanyEventRepository(db),
  }

  const follows = createFollowService({
    ...followDeps,
    lockAccount,
    listSummaries: (ids) => companies.listSummaries(ids),
    findSources: createSourceReader(db, clock),
  })
  const alerts = createAlertServices(deps, { follows, lockAccount, audit, limiter: credentialLimiter })

  const spendPerson = createPersonQuota({ limiter: credentialLimiter, clock })

  const views = createViewHistoryRepository(db, clock)
  const register = createPersonalDataRegister({ clock, rules: () => membershipRules.current() })

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
  const shown = createShownContent({
    db,
    clock,
    jumpHosts: deps.config.jumpHosts,
    showsDemo: includeDemo,
  })
  const about = createAboutRepository({ db, clock, coverage, coverages })
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

  const records = createRecordService({ records: createRecordRepository(readers), clock, reference })
  const holdingGraph = createHoldingGraph(readers)
  const ownership = createOwnershipService({ graph: holdingGraph, reference })
  const readPerspectiveInput = createPerspectiveInput({
    clock,
    companies,
    listRecords: (request) => records.list(request),
  })

  const batchJobs = createBatchRepository({ db, clock })
  const leaseOf = (name: string, leaseMs: number) =>
    createLease({ db, name, owner: randomId(random, 'w'), leaseMs, now: () => performance.now() })
  const batchWorker = createBatchWorker({
    db,
    clock,
    lease: leaseOf(BATCH_LEASE, BATCH_LEASE_MS),
    lookup: createBatchLookup({
      findExact: createExactCompanies({ db: deps.readDb, includeDemo }),
      search: (query) => companySearch.search(query),
    }),
    log,
  })
  const reports = createCompanyReportService({
    db,
    clock,
    random,
    limiter: credentialLimiter,
    levelOf,
    companies,
    records,
    ownershipTree: (request) => ownership.tree(request),
    typeset: deps.typesetReport ?? createTypesetter(),
    origin: deps.config.publicOrigins[0],
    onCreated: () => {
      // A failure is logged by the next turn.
      void reportWorker.run().catch(() => {})
    },
  })
  const reportWorker = createReportWorker({
    db,
    lease: leaseOf(REPORT_LEASE, REPORT_LEASE_MS),
    make: (row) => reports.make(row),
    log,
  })

  return {
    companies,
    currentNames,
    recordCounts,
    records,
    ownership,
    reports,
    reportWorker,
    findRelation: createRelationService({ graph: holdingGraph, reference, limiter: readingLimiter, levelOf }),
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
    apiKeys: createApiKeyService({ db, clock, random, audit, lockAccount, dailyQuota }),
    smsCodes,
    credentialLimiter,
    readingLimiter,
    readingLimits: createReadingLimits(readingLimiter, clock),
    /** Shares what this process has spent with the others. */
    flushLimits: () => readingBuckets.flush(),
    levelOf,
    captchas,
    logins: createLoginService({ db, audit, smsCodes, passwords, sessions, users, signIn }),
    registrations: createRegisterService({ smsCodes, findFlaw, hasher, users, signIn }),
    passwordResets: createResetPasswordService({ db, audit, smsCodes, findFlaw, hasher, sessions, users }),
    gifts: createGiftService({ db, clock, hmac, rules: () => membershipRules.current(), audit }),
    consents,
    devices: createDeviceService({ db, audit, sessions, proveOwnNumber }),
    tickets,
    wechatLogins: createWechatLoginService({
      db,
      random,
      hmac,
      limiter: credentialLimiter,
      miniProgram,
      links: createWechatRepository({ db, clock }),
      async admit(tx, { mobile, agreementVersion }) {
        const account = await users.getOrCreate(tx, mobile)
        await lockAccount(tx, account.userId)
        await consents.record(tx, { userId: account.userId, agreementVersion, deviceType: 'wechat' })
        return account
      },
      issueTicket: (tx, holder) => tickets.issueTo(tx, { ...holder, source: MINI_PROGRAM_SOURCE }),
      audit,
    }),
    signJsConfig: createJsConfigService({
      limiter: readingLimiter,
      officialAccount,
      origins: deps.config.publicOrigins,
    }),
    deactivations: createDeactivationService({ db, clock, audit, smsCodes, sessions }),
    erasures: createErasureService({ db, clock, audit, register }),
    exports: createExportService({
      db,
      clock,
      audit,
      limiter: credentialLimiter,
      proveOwnNumber,
      users,
      files: deps.pictureFiles,
      flushViews: () => views.flush(),
      register,
    }),
    choices: createChoiceRepository(db),
    profiles: createProfileRepository(db),
    hiddenNumbers,
    applicants,
    corrections: createCorrectionRepository(db),
    correctionSubjects,
    correctionRetention: createCorrectionRetention({ db, clock, log, uploads }),
    submissions: createSubmissionService({
      db,
      clock,
      random,
      limiter: credentialLimiter,
      applicants,
      subjects: correctionSubjects,
      uploads,
      audit,
    }),
    feedback: createFeedbackService({
      db,
      clock,
      random,
      hmac,
      limiter: credentialLimiter,
      consumeCaptcha: (captchaId, answer) => captchas.consume(captchaId, answer),
      uploads,
    }),
    feedbackRetention: createFeedbackRetention({ db, clock, uploads }),
    follows,
    ...alerts,
    followRetention: createFollowRetention(followDeps),
    officialChecks: createOfficialCheckRepository(db, clock),
    updateRequests: createUpdateRequestRepository({ db, clock }),
    inclusions: createInclusionRequestRepository({ db, clock }),
    uploads,
    searches: createSearchHistoryRepository(db, clock, random),
    views,
    companySearch,
    leads,
    leadExports: createLeadExportService({ leads, quota, levelOf }),
    batchJobs,
    batchWorker,
    batches: createBatchService({
      db,
      clock,
      random,
      jobs: batchJobs,
      sources: createBatchSources({ db: deps.readDb, clock }),
      lockAccount,
      levelOf,
      listSummaries: (ids) => companies.listSummaries(ids),
      overviewsOf: (ids) => recordCounts.overviewsOf(ids),
      onCreated: () => {
        // A failure is logged by the next turn.
        void batchWorker.run().catch(() => {})
      },
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
