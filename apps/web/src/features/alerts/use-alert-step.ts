import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { AlertStep, GeofenceAlert } from '@wardtrack/contracts'
import { App } from 'antd'
import { alertQuery, changeCachedAlert } from '../../lib/alert-queries.ts'
import { api, CallError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS } from '../../lib/queries.ts'
import { session } from '../../lib/session/index.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { lastStep } from '../alert-notices/index.ts'

/** Step on an alert. */
export type StepName = 'acknowledge' | 'resolve'

/** A step before it is sent. */
export interface StepRequest {
  readonly alert: GeofenceAlert
  readonly step: StepName
  readonly note: string
}

const calls = { acknowledge: 'acknowledgeGeofenceAlert', resolve: 'resolveGeofenceAlert' } as const

/** Returns the alert as it will be after the step. */
export function afterStep({ alert, step, note }: StepRequest, by: string, at: string): GeofenceAlert {
  const stepTaken: AlertStep = { by, at, ...(note ? { note } : {}) }
  return step === 'acknowledge'
    ? { ...alert, status: 'acknowledged', acknowledged: stepTaken }
    : { ...alert, status: 'resolved', resolved: stepTaken }
}

const write = (client: QueryClient, alert: GeofenceAlert): void =>
  changeCachedAlert(client, alert.id, () => alert)

/** Returns the message of a conflict, with the user who was faster, from the alert's current state. */
function conflictText(alert: GeofenceAlert | undefined): string {
  const step = alert ? lastStep(alert) : undefined
  const done = alert?.status === 'resolved' ? 'resolved' : 'acknowledged'
  const message = translate('messages:alertStepTaken')
  return step ? translate(`alerts:fasterBy.${done}`, { message, name: step.by }) : message
}

/**
 * Takes a step on an alert, shown immediately and reverted if the server refuses. If somebody else was faster, a
 * message says so and the alert is refetched.
 * @param onRefused is called if the step failed for another reason, so that a note is not lost
 */
export function useAlertStep(onRefused: (request: StepRequest) => void) {
  const client = useQueryClient()
  const { message } = App.useApp()
  const showConflict = async ({ alert }: StepRequest): Promise<void> => {
    const freshQuery = { ...alertQuery(alert.id), staleTime: 0 }
    const now = await client.fetchQuery(freshQuery).catch(() => undefined)
    if (now) write(client, now)
    void message.warning({ content: conflictText(now), duration: 8 })
  }
  return useApiMutation({
    call: ({ alert, step, note }: StepRequest) =>
      api.call(calls[step], { params: { id: alert.id }, body: note ? { note } : {} }),
    optimistic: (request) => {
      write(client, afterStep(request, session.read()?.userName ?? '', new Date().toISOString()))
      return () => write(client, request.alert)
    },
    success: (answer) => answer.message,
    failure: (cause) => (isConflict(cause) ? undefined : cause.message),
    onSuccess: (answer) => write(client, answer.data),
    onFailure: (cause, request) => void (isConflict(cause) ? showConflict(request) : onRefused(request)),
    invalidates: [[KEYS.alerts]],
  })
}

/** True if somebody else took the step first. */
const isConflict = (cause: Error): boolean => cause instanceof CallError && cause.status === 409
