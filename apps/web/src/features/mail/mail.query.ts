import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { MailSecurity, RuleChannel } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { settingsQuery } from '../../ui/form/index.ts'

/** Names of the settings pairs in calls. */
export const MAIL_PAIR = { Type: 'Mail', SubType: 'Mail' } as const
export const HOSPITAL_PAIR = { Type: 'Hospital', SubType: 'Hospital' } as const

/** Form values of the mail server; the port as typed. */
export interface MailValues {
  readonly Host: string
  readonly Port: string
  readonly Security: MailSecurity
  readonly Username: string
  readonly Password: string
  readonly From: string
  readonly ConsoleAddress: string
  readonly PlainLoginReason: string
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Query for the saved mail server; by default common values, and the console's current address. */
export const mailQuery = () =>
  settingsQuery(
    MAIL_PAIR,
    (fields): MailValues => ({
      Host: text(fields['Host']),
      Port: typeof fields['Port'] === 'number' ? String(fields['Port']) : '587',
      Security: (fields['Security'] ?? 'starttls') as MailSecurity,
      Username: text(fields['Username']),
      Password: text(fields['Password']),
      From: text(fields['From']),
      ConsoleAddress: text(fields['ConsoleAddress']) || `${location.origin}${location.pathname}`,
      PlainLoginReason: text(fields['PlainLoginReason']),
    }),
  )

/** Query for the saved time zone; by default that of this browser, which is probably in the hospital. */
export const hospitalQuery = () =>
  settingsQuery(HOSPITAL_PAIR, (fields) => ({
    TimeZone: text(fields['TimeZone']) || new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }))

/** Polling interval of rule messages while the page is open, in milliseconds. */
const REFRESH_MS = 5_000

/** Filter of the deliveries. `page` is one-based. */
export interface DeliveryChoice {
  readonly channel: RuleChannel
  readonly state: 'waiting' | 'failed'
  readonly page: number
  readonly pagesize: number
}

/** Query for a page of rule messages, kept fresh. */
export const deliveriesQuery = (choice: DeliveryChoice) =>
  queryOptions({
    queryKey: [KEYS.settings, 'rule-deliveries', choice],
    queryFn: ({ signal }) => api.call('ruleDeliveries', { query: choice, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
