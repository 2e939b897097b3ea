import type { ServiceParts } from '@wardtrack/access'
import { type DeliveryDoc, Types } from '@wardtrack/database'
import {
  answerResult,
  deliveryHeaders,
  deliveryKey,
  failureOf,
  isAccepted,
  type OutboxSender,
  postJson,
  readAddress,
  resolveTarget,
} from '@wardtrack/outbound'
import { webhookSecrets } from '../rules/index.ts'

/** Sends webhooks to the current addresses of their rules. */
export function createWebhookSender(parts: ServiceParts): OutboxSender {
  const { db, outboundAllow: allowed = [] } = parts
  return {
    send: async ({ entry }, signal) => {
      const { rule: sent } = JSON.parse(entry.payload) as { rule: { id: string } }
      const rule = await db.models.notificationRules.findOne({ _id: new Types.ObjectId(sent.id) })
      if (!rule?.Webhook) return { state: 'failed', reason: 'webhook-removed' }
      const { address } = rule.Webhook
      const headers = deliveryHeaders(deliveryKey(entry), entry.payload, await webhookSecrets(parts, sent.id))
      try {
        const target = await resolveTarget(address, { allowed })
        const status = await postJson(target, entry.payload, headers, signal)
        auditDelivery(parts, entry, address, status)
        const result = answerResult(status)
        // Each rule has a separate address, so one that fails does not delay others.
        return result.state === 'unavailable' ? { ...result, state: 'refused', isLaneAway: true } : result
      } catch (error) {
        return {
          state: 'refused',
          reason: failureOf(signal.aborted ? signal.reason : error),
          isLaneAway: true,
        }
      }
    },
    close: () => undefined,
  }
}

/**
 * Records in the audit log where a webhook about patients was sent: when it was accepted, or at the first refusal.
 */
function auditDelivery({ access }: ServiceParts, entry: DeliveryDoc, address: string, status: number): void {
  const isTaken = isAccepted(status)
  if (!entry.ofPatients || (!isTaken && entry.attempts > 1)) return
  const { notifications } = JSON.parse(entry.payload) as { notifications: { count: number }[] }
  access.audit.note({
    actor: 'wardtrack',
    action: 'DELIVER Webhook',
    target: { type: 'notification', id: deliveryKey(entry) },
    address: readAddress(address).host,
    outcome: isTaken ? 'ok' : 'refused',
    status,
    details: { patients: notifications.reduce((sum, { count }) => sum + count, 0) },
  })
}
