// Package mismatch tells in words how an entity differs from what it must be,
// for those whose world has failed a check.
//
// A world says of an entity no more than its hash, so that implementations have
// little to write. Each step of the hash can be undone, though: it is made of a
// sum to which every component contributes one number, and of components of one
// or two words the number is made of the value itself. So [Explain]
//
//  1. compares the hash with those of suspects: states that known mistakes lead
//     to, such as a system that has run twice;
//  2. supposes that one component has another value, is missing, is one too many
//     or stands for another one, takes from the sum what the others contribute,
//     and looks whether the rest is the hash of a value that can be;
//  3. says the fields of the state that it has found, beside those wanted.
//
// A wrong guess would have to meet a hash of 64 bits by chance.
package mismatch
