// Written by `npm run database:types` from the migrated schema; do not edit.
import type { Generated, GeneratedAlways } from 'kysely'
import type { CalendarDate } from '../values/calendar-date.ts'
import type { Cents } from '../values/money.ts'

interface AgreedPayment {
  investment_id: string
  due_on: CalendarDate
  amount_cents: Cents | null
  until_cents: Cents | null
}

interface Amendment {
  id: Generated<string>
  investment_id: string
  investor_id: string
  kind: 'amount' | 'cancelled' | 'resumed'
  former_amount_cents: Cents | null
  amount_cents: Cents
  amended_at: Date
}

interface AuditLog {
  id: Generated<bigint>
  at: Generated<Date>
  actor: 'admin' | 'investor' | 'guest' | 'link' | 'migration' | 'worker' | 'command' | 'import'
  actor_id: string | null
  client_address: string | null
  act: string
  subject: string
  subject_id: string | null
  before: unknown | null
  after: unknown | null
}

interface AuditMark {
  only_one: Generated<boolean>
  last_id: bigint
  marked_in: bigint
  sealed_hash: Generated<string>
}

interface AuditSeal {
  number: number
  first_id: bigint
  last_id: bigint
  row_count: number
  previous_hash: string
  hash: string
  sealed_at: Generated<Date>
  row_ids: string[] | null
  row_hashes: string[] | null
}

interface CommandKey {
  actor_id: string
  command: string
  key: string
  input_hash: string
  answer: unknown | null
  created_at: Generated<Date>
}

interface Company {
  only_one: Generated<boolean>
  facts: unknown
  updated_at: Generated<Date>
  version: Generated<number>
  logo_id: string | null
}

interface DismissedOffer {
  investor_id: string
  project_id: string
  dismissed_at: Generated<Date>
}

interface Distribution {
  id: Generated<string>
  project_id: string
  total_cents: Cents
  dated_on: CalendarDate
  note: string | null
  recorded_by: string | null
  recorded_at: Generated<Date>
  note_search: Generated<string | null>
}

interface DistributionShare {
  distribution_id: string
  investment_id: string
  amount_cents: Cents
}

interface DistributionVoid {
  distribution_id: string
  reason: string
  recorded_by: string | null
  recorded_at: Generated<Date>
}

interface Document {
  id: Generated<string>
  title: string
  description: string | null
  document_type: 'legal' | 'financial' | 'tax' | 'report' | 'project'
  project_id: string | null
  investor_id: string | null
  file_id: string
  status: Generated<'active' | 'archived'>
  uploaded_by: string | null
  uploaded_at: Generated<Date>
  version: Generated<number>
  file_number: Generated<number>
  title_search: Generated<string | null>
  description_search: Generated<string | null>
}

interface EarlierFile {
  document_id: string
  number: number
  file_id: string
  uploaded_by: string | null
  uploaded_at: Date
}

interface Event {
  id: Generated<bigint>
  kind: string
  payload: unknown
  actor: string
  actor_id: string | null
  at: Generated<Date>
}

interface FilePreview {
  file_id: string
  storage_key: string | null
  byte_size: bigint | null
  'sha256': string | null
  width: number | null
  height: number | null
  made_at: Generated<Date>
}

interface FormerSlug {
  slug: string
  project_id: string
}

interface ImportFile {
  id: Generated<string>
  list: 'investors' | 'projects' | 'investments' | 'payments'
  name: string
  'sha256': string
  content: string | null
  kept_at: Generated<Date>
  imported_at: Date | null
  imported_by: string | null
  rows_added: number | null
  rows_left_out: number | null
}

interface Inquiry {
  id: Generated<string>
  source: 'contact' | 'landing'
  name: string
  email: string
  phone: string | null
  subject: string | null
  message: string
  project_id: string | null
  status: Generated<'new' | 'contacted' | 'converted' | 'closed'>
  investor_id: string | null
  suspected_spam: Generated<boolean>
  suspicion: 'hidden-field' | 'too-fast' | 'admin' | null
  received_at: Generated<Date>
  version: Generated<number>
  name_search: Generated<string | null>
  email_search: Generated<string | null>
  phone_search: Generated<string | null>
  subject_search: Generated<string | null>
  message_search: Generated<string | null>
}

interface InquiryAcknowledgement {
  address_hash: string
  acknowledged_on: CalendarDate
}

interface InquiryNote {
  id: Generated<string>
  inquiry_id: string
  body: string
  written_by: string | null
  written_at: Generated<Date>
}

interface InquiryPost {
  id: Generated<bigint>
  client_hash: string
  weight: number
  posted_at: Date
}

interface Installation {
  only_one: Generated<boolean>
  demo: boolean
  upload_limit_bytes: Generated<bigint>
  failures_per_email: Generated<number>
  failures_per_address: Generated<number>
  failure_window: Generated<string>
  longest_delay: Generated<string>
  investor_idle: Generated<string>
  investor_absolute: Generated<string>
  admin_idle: Generated<string>
  admin_absolute: Generated<string>
  invitation_lifetime: Generated<string>
  created_at: Generated<Date>
  recovery_lifetime: Generated<string>
  confirmation_lifetime: Generated<string>
  mails_per_hour: Generated<number>
  confirmed_for: Generated<string>
  admins_need_second_factor: Generated<boolean>
}

interface Investment {
  id: Generated<string>
  investor_id: string
  project_id: string
  amount_cents: Cents
  received_cents: Generated<Cents>
  status: Generated<'pending' | 'active' | 'completed' | 'cancelled'>
  pending_before_first_entry: Generated<boolean>
  invested_on: CalendarDate
  next_payment_on: CalendarDate | null
  next_payment_cents: Cents | null
  cancelled_on: CalendarDate | null
  archived_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
}

interface InvestmentRequest {
  id: Generated<string>
  investor_id: string
  project_id: string
  amount_cents: Cents
  note: string | null
  understood_at: Date
  status: Generated<'pending' | 'approved' | 'declined' | 'expired' | 'withdrawn'>
  requested_at: Generated<Date>
  reserved_until: Generated<Date>
  decided_at: Date | null
  decided_by: string | null
  reason: string | null
  investment_id: string | null
  unit_price_cents: Cents | null
}

interface Investor {
  id: Generated<string>
  user_id: string | null
  email: string
  full_name: string
  phone: string | null
  own_status: Generated<'pending' | 'active' | 'inactive'>
  joined_on: CalendarDate
  archived_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  full_name_search: Generated<string | null>
  email_search: Generated<string | null>
  phone_search: Generated<string | null>
  import_id: string | null
}

interface InvestorHolding {
  investor_id: string
  investments: number
}

interface LedgerEntry {
  id: Generated<string>
  investment_id: string
  kind: 'payment' | 'refund' | 'adjustment' | 'void'
  amount_cents: Cents
  dated_on: CalendarDate
  voids_id: string | null
  reason: string | null
  method: 'bank-transfer' | 'mobile-money' | 'card' | 'cash' | 'cheque' | 'other' | null
  reference: string | null
  note: string | null
  imported: Generated<boolean>
  recorded_by: string | null
  recorded_at: Generated<Date>
  repeats_reference: Generated<boolean>
}

interface Logo {
  id: Generated<string>
  png: Buffer
  created_at: Generated<Date>
}

interface MailChoice {
  investor_id: string
  messages: boolean
  news: boolean
}

interface Notification {
  id: Generated<string>
  title: string
  message: string
  notification_type: 'general' | 'project' | 'investment' | 'document' | 'alert'
  audience: 'all' | 'active' | 'project' | 'investor'
  project_id: string | null
  investor_id: string | null
  sent_at: Generated<Date>
  cleared_at: Date | null
  edited_at: Date | null
  version: Generated<number>
  by_email: Generated<boolean>
  title_search: Generated<string | null>
  message_search: Generated<string | null>
  document_id: string | null
}

interface NotificationRecipient {
  notification_id: string
  investor_id: string
  sent_at: Date
  read_at: Date | null
}

interface Outbox {
  id: Generated<string>
  template: string
  user_id: string | null
  subject_id: string | null
  state: Generated<'queued' | 'sent' | 'failed' | 'withdrawn'>
  attempts: Generated<number>
  last_error: string | null
  created_at: Generated<Date>
  sent_at: Date | null
  transport: 'main' | 'second' | 'terminal' | null
  attempted_at: Date | null
  sent_to: string | null
  sent_to_search: Generated<string | null>
}

interface Picture {
  id: Generated<string>
  width: number
  height: number
  placeholder: string
  created_at: Generated<Date>
  webp_widths: Generated<number[]>
  avif_widths: Generated<number[]>
}

interface PictureFile {
  picture_id: string
  width: number
  format: 'avif' | 'webp'
  storage_key: string
  byte_size: bigint
  'sha256': string | null
  missed_at: Date | null
}

interface PortalVisit {
  investor_id: string
  last_seen_at: Date
  former_seen_at: Date | null
}

interface Project {
  id: Generated<string>
  slug: string
  name: string
  location: string
  description: Generated<string>
  status: Generated<'planned' | 'ongoing' | 'completed'>
  stage_text: string | null
  total_value_cents: Cents
  progress_percent: Generated<number>
  started_on: CalendarDate | null
  completion_on: CalendarDate | null
  completion_text: string | null
  annual_return_bp: number | null
  tagline: string | null
  price_text: string | null
  minimum_cents: Cents | null
  unit_price_cents: Cents | null
  units: number | null
  features: Generated<string[]>
  target_cents: Cents | null
  funded_bp: number | null
  funded_as_of_on: CalendarDate | null
  featured_rank: number | null
  published: Generated<boolean>
  archived_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  project_type: string | null
  name_search: Generated<string | null>
}

interface ProjectPicture {
  project_id: string
  picture_id: string
  place: number
  alt: string
}

interface ProjectUpdate {
  id: Generated<string>
  project_id: string
  dated_on: CalendarDate
  progress_percent: number
  body: string
  version: Generated<number>
  created_at: Generated<Date>
}

interface ProjectUpdatePicture {
  id: Generated<string>
  update_id: string
  picture_id: string
  alt: string
}

interface Receipt {
  id: Generated<string>
  entry_id: string
  investor_id: string
  year: number
  sequence: number
  number: GeneratedAlways<string>
  code: Generated<string>
  amount_cents: Cents
  received_on: CalendarDate
  investor_name: string
  project_name: string
  issued_at: Generated<Date>
  method: string | null
  reference: string | null
  agreed_cents: Cents
  received_cents: Cents
  'sha256': Generated<string>
}

interface ReceiptCounter {
  year: number
  last_sequence: number
}

interface RequestDraft {
  investor_id: string
  project_id: string
  amount_cents: Cents
  note: string | null
  understood_at: Date | null
  version: Generated<number>
  saved_at: Generated<Date>
  understood_terms: string | null
}

interface Statement {
  id: Generated<string>
  investor_id: string
  from_on: CalendarDate
  to_on: CalendarDate
  through_on: CalendarDate
  replaces_id: string | null
  code: Generated<string>
  investor_name: string
  opening_cents: Cents
  closing_cents: Cents
  to_refund_cents: Cents
  distributed_cents: Cents
  'sha256': string
  issued_at: Date
}

interface StatementLine {
  statement_id: string
  place: number
  source_id: string
  kind: 'payment' | 'refund' | 'adjustment' | 'void' | 'distribution'
  dated_on: CalendarDate
  project_name: string
  receipt_number: string | null
  reason: string | null
  amount_cents: Cents
  balance_cents: Cents | null
  voided_on: CalendarDate | null
  void_reason: string | null
}

interface StoredFile {
  id: Generated<string>
  storage_key: string
  original_name: string
  media_type: string
  byte_size: bigint
  'sha256': string
  created_at: Generated<Date>
}

interface Tally {
  id: Generated<bigint>
  subject: 'investment' | 'investing' | 'investor' | 'account' | 'mail' | 'month' | 'document' | 'notification' | 'due'
  kind: string
  count: bigint
  amount_cents: Generated<Cents>
  received_cents: Generated<Cents>
}

interface UnknownCode {
  id: Generated<bigint>
  client_hash: string
  tried_at: Date
}

interface AuthAccount {
  id: Generated<string>
  accountId: string
  providerId: string
  userId: string
  password: string | null
  accessToken: string | null
  refreshToken: string | null
  idToken: string | null
  scope: string | null
  accessTokenExpiresAt: Date | null
  refreshTokenExpiresAt: Date | null
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

interface AuthAccountStatus {
  id: string
  status: string
}

interface AuthFormerAddress {
  id: Generated<string>
  user_id: string
  email: string
  replaced_at: Generated<Date>
}

interface AuthKnownDevice {
  device_hash: string
  user_id: string
  last_signed_in_at: Date
}

interface AuthLink {
  id: Generated<string>
  user_id: string
  purpose: 'invitation' | 'recovery' | 'confirmation'
  token_hash: string
  email: string
  created_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
  ended_at: Date | null
}

interface AuthMailRequest {
  id: Generated<bigint>
  address_hash: string
  purpose: 'recovery' | 'confirmation'
  requested_at: Date
  user_id: string | null
}

interface AuthSecretOwner {
  id: string
  user_id: string
}

interface AuthSession {
  id: Generated<string>
  token: string
  userId: string
  expiresAt: Date
  ipAddress: string | null
  userAgent: string | null
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  confirmed_at: Date | null
  former_token: string | null
  renewed_at: Date | null
}

interface AuthSignInAccount {
  id: string
  email: string
  name: string
  role: string
  status: string
  email_verified: boolean
  has_password: boolean
  last_signed_in_at: Date | null
  created_at: Date | null
  must_change_password: boolean
  has_second_factor: boolean
  refused_mail_at: Date | null
  identity_email: string
  name_search: string
  email_search: string
}

interface AuthSignInAttempt {
  counted: 'email' | 'address' | 'device'
  subject: string
  failures: number
  first_at: Date
  last_at: Date
}

interface AuthTwoFactor {
  id: Generated<string>
  userId: string
  secret: string
  backupCodes: string
  verified: Generated<boolean>
  failedVerificationCount: Generated<number>
  lockedUntil: Date | null
}

interface AuthUser {
  id: Generated<string>
  name: string
  email: string
  emailVerified: Generated<boolean>
  image: string | null
  role: Generated<'admin' | 'investor'>
  status: Generated<'pending' | 'active' | 'inactive'>
  last_signed_in_at: Date | null
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  twoFactorEnabled: Generated<boolean>
  must_change_password: Generated<boolean>
  password_set_at: Date | null
  email_changed_at: Date | null
  refused_mail_at: Date | null
  name_search: Generated<string | null>
  email_search: Generated<string | null>
}

interface AuthVerification {
  id: Generated<string>
  identifier: string
  value: string
  expiresAt: Date
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

export interface Database {
  agreed_payment: AgreedPayment
  amendment: Amendment
  audit_log: AuditLog
  audit_mark: AuditMark
  audit_seal: AuditSeal
  command_key: CommandKey
  company: Company
  dismissed_offer: DismissedOffer
  distribution: Distribution
  distribution_share: DistributionShare
  distribution_void: DistributionVoid
  document: Document
  earlier_file: EarlierFile
  event: Event
  file_preview: FilePreview
  former_slug: FormerSlug
  import_file: ImportFile
  inquiry: Inquiry
  inquiry_acknowledgement: InquiryAcknowledgement
  inquiry_note: InquiryNote
  inquiry_post: InquiryPost
  installation: Installation
  investment: Investment
  investment_request: InvestmentRequest
  investor: Investor
  investor_holding: InvestorHolding
  ledger_entry: LedgerEntry
  logo: Logo
  mail_choice: MailChoice
  notification: Notification
  notification_recipient: NotificationRecipient
  outbox: Outbox
  picture: Picture
  picture_file: PictureFile
  portal_visit: PortalVisit
  project: Project
  project_picture: ProjectPicture
  project_update: ProjectUpdate
  project_update_picture: ProjectUpdatePicture
  receipt: Receipt
  receipt_counter: ReceiptCounter
  request_draft: RequestDraft
  statement: Statement
  statement_line: StatementLine
  stored_file: StoredFile
  tally: Tally
  unknown_code: UnknownCode
  'auth.sign_in_account': AuthSignInAccount
  'auth.account_status': AuthAccountStatus
}

export interface AuthDatabase {
  account: AuthAccount
  account_status: AuthAccountStatus
  former_address: AuthFormerAddress
  known_device: AuthKnownDevice
  link: AuthLink
  mail_request: AuthMailRequest
  secret_owner: AuthSecretOwner
  session: AuthSession
  sign_in_account: AuthSignInAccount
  sign_in_attempt: AuthSignInAttempt
  twoFactor: AuthTwoFactor
  user: AuthUser
  verification: AuthVerification
}
