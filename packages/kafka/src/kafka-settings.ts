/** Where the brokers are and how they are spoken to. */
export type KafkaSettings = {
  /** `host:port` of some of them; the others are learnt from these */
  brokers: readonly string[]
  /** how this product is named in the brokers' logs and quotas */
  clientId: string
  /** begins the names of topics and consumer groups, so that several installations share a cluster */
  topicPrefix: string
  /** partitions of a topic that is made here: the most processes that can share its work */
  partitions: number
  /** copies of each partition of a topic that is made here; -1: the brokers' own setting */
  replication: number
  tls: boolean
  /** how this client authenticates; nothing when the brokers ask for nothing */
  sasl?: KafkaCredentials | undefined
}

/** A name and a password, and the mechanism by which they are shown. */
export type KafkaCredentials = {
  mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'
  username: string
  password: string
}
