import type { Kysely } from 'kysely'
import type {
  AgreementDraftTable,
  AgreementFieldTable,
  AgreementVersionTable,
  ApiKeyTable,
  AuditEventTable,
  CaptchaTable,
  CompanyViewsTable,
  ConsentTable,
  ContactUseTable,
  ExternalTicketTable,
  GiftGrantTable,
  LimitBucketTable,
  PartnerNonceTable,
  SearchHistoryTable,
  SecretKeyCheckTable,
  SessionTable,
  SmsCodeTable,
  UserAccountTable,
  UserChoiceTable,
  UserLockTable,
  ViewHistoryTable,
  WechatBindTokenTable,
  WechatLinkTable,
  WechatTokenTable,
} from './tables/account.ts'
import type {
  AssistantAnswerTable,
  AssistantConversationTable,
  AssistantShareTable,
  AssistantUseTable,
} from './tables/assistant.ts'
import type {
  CompanyChangeTable,
  CompanyContactTable,
  CompanyFormerIdTable,
  CompanyKeyTable,
  CompanyKnownNameTable,
  CompanyListingTable,
  CompanyNameTable,
  CompanyPartTable,
  CompanyTable,
  ContestedKeyTable,
  HiddenNumberTable,
  ImportRunTable,
  PendingRowTable,
  RowFingerprintBatchTable,
  RowFingerprintListTable,
  SourceRestatementTable,
  SourceTable,
} from './tables/company.ts'
import type {
  ContentDraftTable,
  ContentPictureTable,
  ContentVersionTable,
  SourceImportTable,
} from './tables/content.ts'
import type {
  AlertStopTable,
  AlertTargetTable,
  CompanyEventTable,
  EventCursorTable,
  FollowerTable,
  FollowTable,
  OfficialCheckTable,
} from './tables/follow.ts'
import type {
  CompanyRemovalTable,
  CompanyStatementTable,
  ImportHistoryTable,
  ImportMappingTable,
  ImportUploadTable,
  RecordStatementTable,
} from './tables/import.ts'
import type {
  OperatorAuditHeadTable,
  OperatorAuditTable,
  OperatorRecoveryCodeTable,
  OperatorSessionTable,
  OperatorTable,
  ServiceStateTable,
  WorkNoticeTable,
} from './tables/operator.ts'
import type {
  RecordFeedTable,
  RecordRevisionTable,
  RecordSourceTable,
  RecordSubjectTable,
  RecordTable,
  SubjectNameTable,
  SuppressionTable,
} from './tables/record.ts'
import type {
  BatchJobTable,
  BatchRowTable,
  CompanyReportTable,
  ContactProofTable,
  CorrectionStepTable,
  CorrectionTable,
  FeedbackEntryTable,
  FeedbackRepeatTable,
  FeedbackTable,
  InclusionRequestTable,
  UpdateRequestTable,
  UploadTable,
} from './tables/submission.ts'
import type {
  ClientFaultTable,
  ClientVitalTable,
  OperationSampleTable,
  TrackingDayTable,
  TrackingDroppedTable,
  TrackingFigureTable,
  TrackingPersonCountTable,
  TrackingPersonTable,
  TrackingSubjectTable,
} from './tables/tracking.ts'

/** A task that one process at a time does. Rows are never deleted: the token only grows. */
type LeaseTable = {
  name: string
  /** Empty: released. */
  holder: string
  /** Fencing token, one more with each holder. */
  token: number
  /** Counts the renewals of this holder. A row that does not change has lost its holder. */
  renewals: number
}

type StoreIdentityTable = {
  only_row: 1
  /** Random; a copy of the store has the same. */
  id: string
}

/** Every table, one line each. */
export type Tables = {
  company_report: CompanyReportTable
  source: SourceTable
  source_restatement: SourceRestatementTable
  company: CompanyTable
  company_name: CompanyNameTable
  company_listing: CompanyListingTable
  company_key: CompanyKeyTable
  company_known_name: CompanyKnownNameTable
  company_part: CompanyPartTable
  company_former_id: CompanyFormerIdTable
  company_change: CompanyChangeTable
  company_contact: CompanyContactTable
  import_run: ImportRunTable
  source_import: SourceImportTable
  pending_row: PendingRowTable
  contested_key: ContestedKeyTable
  import_history: ImportHistoryTable
  import_upload: ImportUploadTable
  import_mapping: ImportMappingTable
  company_statement: CompanyStatementTable
  record_statement: RecordStatementTable
  company_removal: CompanyRemovalTable
  row_fingerprint_list: RowFingerprintListTable
  row_fingerprint_batch: RowFingerprintBatchTable
  user_account: UserAccountTable
  user_choice: UserChoiceTable
  user_lock: UserLockTable
  gift_grant: GiftGrantTable
  consent: ConsentTable
  external_ticket: ExternalTicketTable
  partner_nonce: PartnerNonceTable
  secret_key_check: SecretKeyCheckTable
  session: SessionTable
  api_key: ApiKeyTable
  sms_code: SmsCodeTable
  captcha: CaptchaTable
  limit_bucket: LimitBucketTable
  audit_event: AuditEventTable
  operator_audit: OperatorAuditTable
  operator_audit_head: OperatorAuditHeadTable
  operator: OperatorTable
  operator_session: OperatorSessionTable
  operator_recovery_code: OperatorRecoveryCodeTable
  service_state: ServiceStateTable
  operation_sample: OperationSampleTable
  work_notice: WorkNoticeTable
  lease: LeaseTable
  store_identity: StoreIdentityTable
  agreement_version: AgreementVersionTable
  agreement_draft: AgreementDraftTable
  content_draft: ContentDraftTable
  agreement_field: AgreementFieldTable
  content_version: ContentVersionTable
  content_picture: ContentPictureTable
  search_history: SearchHistoryTable
  view_history: ViewHistoryTable
  company_views: CompanyViewsTable
  wechat_link: WechatLinkTable
  wechat_bind_token: WechatBindTokenTable
  wechat_token: WechatTokenTable
  follow: FollowTable
  official_check: OfficialCheckTable
  follower: FollowerTable
  alert_target: AlertTargetTable
  alert_stop: AlertStopTable
  company_event: CompanyEventTable
  event_cursor: EventCursorTable
  record: RecordTable
  record_source: RecordSourceTable
  record_subject: RecordSubjectTable
  subject_name: SubjectNameTable
  record_feed: RecordFeedTable
  record_revision: RecordRevisionTable
  suppression: SuppressionTable
  hidden_number: HiddenNumberTable
  correction: CorrectionTable
  correction_step: CorrectionStepTable
  upload: UploadTable
  contact_proof: ContactProofTable
  update_request: UpdateRequestTable
  inclusion_request: InclusionRequestTable
  feedback: FeedbackTable
  feedback_entry: FeedbackEntryTable
  feedback_repeat: FeedbackRepeatTable
  contact_use: ContactUseTable
  assistant_conversation: AssistantConversationTable
  assistant_answer: AssistantAnswerTable
  assistant_share: AssistantShareTable
  assistant_use: AssistantUseTable
  batch_job: BatchJobTable
  batch_row: BatchRowTable
  tracking_subject: TrackingSubjectTable
  client_fault: ClientFaultTable
  client_vital: ClientVitalTable
  tracking_dropped: TrackingDroppedTable
  tracking_day: TrackingDayTable
  tracking_figure: TrackingFigureTable
  tracking_person: TrackingPersonTable
  tracking_person_count: TrackingPersonCountTable
}

export type Database = Kysely<Tables>
