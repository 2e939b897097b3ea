import { tagKey } from '@wardtrack/database'
import type { ApiTest } from './api-test.ts'

/** Stores a position of a tag that nobody carries, as ingestion keeps it. */
export async function seeTag({ parts }: Pick<ApiTest, 'parts'>, TagId: string): Promise<void> {
  const time = new Date()
  const subjectKey = `tag:${tagKey('cisco', TagId)}`
  await parts.db.driver.unresolved.insertOne({
    _id: `location|${subjectKey}|`,
    kind: 'location',
    subjectKey,
    identity: 'seen',
    provider: 'cisco',
    time,
    receivedAt: time,
    item: JSON.stringify({ tagId: TagId }),
  })
}
