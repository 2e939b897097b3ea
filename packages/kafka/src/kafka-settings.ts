/** Addresses of the brokers, and settings of the connection. */
export type KafkaSettings = {
  /** `host:port` of some brokers; they announce the others */
  brokers: readonly string[]
  /** name of this product in the brokers' logs and quotas */
  clientId: string
  /** prefix of topics and consumer groups, so that several installations can share a cluster */
  topicPrefix: string
  /** partitions of a new topic: the maximum number of processes that can share its work */
  partitions: number
  /** copies of each partition of a new topic; -1: the brokers' default */
  replication: number
  tls: boolean
  /** credentials of this client; absent when the brokers require none */
  sasl?: KafkaCredentials | undefined
}

/** A username, a password and the authentication mechanism. */
export type KafkaCredentials = {
  mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'
  username: string
  password: string
}
