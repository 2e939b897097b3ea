import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'

/** What an access token says: whose session it is and which of the session's tokens this one is. */
export type TokenClaims = { userId: string; sessionId: string; tokenId: string; issuedAt: Date }

/** Signs and reads access tokens: HS256 only, with fixed issuer and audience. */
export type Tokens = {
  sign(claims: Omit<TokenClaims, 'issuedAt'>): string
  /** the claims, or undefined for anything that is not a good token of this installation */
  read(token: string): TokenClaims | undefined
  /** milliseconds a token is good for */
  lifeMs: number
}

const ISSUER = 'wardtrack'
const AUDIENCE = 'wardtrack-console'

/**
 * Makes the token signer.
 * @param lifeMs milliseconds a token is good for (one hour)
 * @param now the clock, for tests
 */
export function createTokens(secret: string, lifeMs = 60 * 60_000, now: () => number = Date.now): Tokens {
  // As a key and not as text: of a text the library tries first whether it is a public key, which costs a millisecond.
  const key = createSecretKey(Buffer.from(secret))
  const seconds = (): number => Math.floor(now() / 1000)
  return {
    lifeMs,
    sign: ({ userId, sessionId, tokenId }) =>
      jwt.sign({ sid: sessionId, iat: seconds() }, key, {
        algorithm: 'HS256',
        issuer: ISSUER,
        audience: AUDIENCE,
        subject: userId,
        jwtid: tokenId,
        expiresIn: Math.ceil(lifeMs / 1000),
      }),
    read: (token) => {
      try {
        const read = jwt.verify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          clockTimestamp: seconds(),
        })
        if (typeof read === 'string' || typeof read['sid'] !== 'string' || !read.sub || !read.jti)
          return undefined
        return {
          userId: read.sub,
          sessionId: read['sid'],
          tokenId: read.jti,
          issuedAt: new Date((read.iat ?? 0) * 1000),
        }
      } catch {
        return undefined
      }
    },
  }
}
