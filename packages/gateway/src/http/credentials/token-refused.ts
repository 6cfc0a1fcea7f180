/** A credential that opens nothing. The message says what is wrong with it, for whoever sent it; never the credential. */
export class TokenRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "TokenRefused";
  }
}

/** No credential was sent at all. */
export class TokenMissing extends TokenRefused {
  constructor() {
    super("a token is needed; `sallyport token create` makes one");
    this.name = "TokenMissing";
  }
}
