// The words of a page: its root has them as a property, and all its parts say them.
export const Words = {
  beforeCreate() {
    this.$.appContext.config.globalProperties.words = this.$props.words;
  },
};
