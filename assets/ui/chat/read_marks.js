// Up to which message each member of a chat has read. A mark never moves back.

export class ReadMarks {
  /** @type {Map<number, number>} */
  #marks = new Map();

  /** @param {number} userId */
  get(userId) {
    return this.#marks.get(userId) ?? 0;
  }

  /**
   * Returns whether the mark has moved.
   * @param {number} userId
   * @param {number} messageId
   */
  move(userId, messageId) {
    if (messageId <= this.get(userId)) return false;
    this.#marks.set(userId, messageId);
    return true;
  }

  /** @param {ChatMemberView[]} members */
  merge(members) {
    members.forEach(({ user, last_read_message_id }) => this.move(user.id, last_read_message_id ?? 0));
  }

  /**
   * @param {number} messageId
   * @param {number} viewerId
   */
  isReadByOthers(messageId, viewerId) {
    return [...this.#marks].some(([userId, readId]) => userId !== viewerId && readId >= messageId);
  }

  /**
   * Returns the other members whose marks the viewer may see.
   * @param {ChatMemberView[]} members
   * @param {number} viewerId
   */
  listReaders(members, viewerId) {
    return members
      .filter(({ user }) => user.id !== viewerId && this.get(user.id))
      .map(({ user }) => ({ user, messageId: this.get(user.id) }));
  }
}
