/** Whether a text can be stored and shown in a line: nothing in it turns around what stands beside it. */
export const isPlainText = (text: string): boolean =>
  !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text)
