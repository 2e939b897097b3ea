import type { ApiTest } from './api-test.ts'

/** Stores a position of a tag that nobody carries, as ingestion keeps it. */
export async function seeTag({ parts }: Pick<ApiTest, 'parts'>, TagId: string): Promise<void> {
  const time = new Date()
  await parts.db.driver.unresolved.insertOne({
    _id: `location|tag:cisco|${TagId}|`,
    kind: 'location',
    subjectKey: `tag:cisco|${TagId}`,
    identity: 'seen',
    provider: 'cisco',
    time,
    receivedAt: time,
    item: '{}',
  })
}
