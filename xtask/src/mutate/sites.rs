//! The conditions of a source file: what is true or false by its place or its form.

use std::collections::BTreeSet;

use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, BinOp, Block, Expr, ExprClosure, ExprMacro, ExprMethodCall, ImplItemFn, Item, ItemFn, ItemMod, Lit, Pat,
    ReturnType, Signature, Stmt, Token, Type, UnOp,
};

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Site {
    /// Where it begins, in bytes from the start of the file.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The line on which it ends.
    pub last_line: usize,
    /// The function in which it stands, with the type it belongs to.
    pub function: String,
    /// The first and the last line of that function, with its comments.
    pub lines: (usize, usize),
    /// Its text, in one line.
    pub text: String,
}

/// Methods that ask something of each element, or of what there may be.
const ASKING: [&str; 17] = [
    "filter",
    "any",
    "all",
    "retain",
    "retain_mut",
    "position",
    "rposition",
    "find",
    "is_some_and",
    "is_none_or",
    "is_ok_and",
    "is_err_and",
    "take_while",
    "skip_while",
    "partition",
    "partition_point",
    "take_if",
];
/// Methods that tell true or false.
const TELLING: [&str; 12] = [
    "any",
    "all",
    "is_some_and",
    "is_none_or",
    "is_ok_and",
    "is_err_and",
    "is_some",
    "is_none",
    "is_empty",
    "contains",
    "contains_key",
    "starts_with",
];

/// The conditions of a file, from its start on; those of tests are left out, and those that are worked out when it is compiled.
///
/// # Errors
/// When it can't be read as Rust.
pub(crate) fn sites(text: &str) -> syn::Result<Vec<Site>> {
    let file = syn::parse_file(text)?;
    let mut finder =
        Finder { text, found: BTreeSet::new(), functions: Vec::new(), types: Vec::new(), tells: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.found.into_iter().collect())
}

/// Walks through a file.
struct Finder<'t> {
    text: &'t str,
    found: BTreeSet<Site>,
    /// The functions around, with their lines.
    functions: Vec<(String, (usize, usize))>,
    /// The types whose functions are read.
    types: Vec<String>,
    /// Whether what is around, a function or closure, returns true or false.
    tells: Vec<Tells>,
}

/// Whether something returns true or false.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tells {
    No,
    Bool,
    /// `Res<bool>` and its like.
    WithinOk,
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|a| {
        a.path().is_ident("test")
            || (a.path().is_ident("cfg") && a.meta.require_list().is_ok_and(|list| list.tokens.to_string() == "test"))
    })
}

fn is_bool(kind: &Type) -> bool {
    matches!(kind, Type::Path(path) if path.path.is_ident("bool"))
}

/// Whether that is returned: `bool`, or `Res<bool>` and its like.
fn tells(output: &ReturnType) -> Tells {
    let ReturnType::Type(_, kind) = output else { return Tells::No };
    let Type::Path(path) = &**kind else { return Tells::No };
    let Some(last) = path.path.segments.last() else { return Tells::No };
    let within = || match &last.arguments {
        syn::PathArguments::AngleBracketed(list) => {
            matches!(list.args.first(), Some(syn::GenericArgument::Type(kind)) if is_bool(kind))
        }
        _ => false,
    };
    match () {
        () if is_bool(kind) => Tells::Bool,
        () if ["Res", "Result"].iter().any(|name| last.ident == name) && within() => Tells::WithinOk,
        () => Tells::No,
    }
}

/// `matches!(value, pattern if guard)`: the value and the guard.
fn matched(input: ParseStream<'_>) -> syn::Result<(Expr, Option<Expr>)> {
    let value = input.parse()?;
    input.parse::<Token![,]>()?;
    Pat::parse_multi_with_leading_vert(input)?;
    let guard = if input.parse::<Option<Token![if]>>()?.is_some() { Some(input.parse()?) } else { None };
    input.parse::<Option<Token![,]>>()?;
    Ok((value, guard))
}

impl Finder<'_> {
    fn push(&mut self, expr: &Expr) {
        let span = expr.span();
        let range = span.byte_range();
        let Some((function, lines)) = self.functions.last() else { return };
        let text = self.text.get(range.clone()).unwrap_or_default();
        self.found.insert(Site {
            start: range.start,
            end: range.end,
            line: span.start().line,
            last_line: span.end().line,
            function: function.clone(),
            lines: *lines,
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
        });
    }

    /// What stands where a condition must: each of its parts that is asked by itself.
    fn condition(&mut self, expr: &Expr) {
        match expr {
            Expr::Paren(inner) => self.condition(&inner.expr),
            Expr::Group(inner) => self.condition(&inner.expr),
            Expr::Binary(both) if matches!(both.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.condition(&both.left);
                self.condition(&both.right);
            }
            Expr::Unary(not) if matches!(not.op, UnOp::Not(_)) => match &*not.expr {
                Expr::Paren(inner) => self.condition(&inner.expr),
                _ => self.push(expr),
            },
            Expr::Lit(lit) if matches!(lit.lit, Lit::Bool(_)) => {}
            Expr::Macro(called) if !called.mac.path.is_ident("matches") => {}
            Expr::Let(_) | Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Loop(_) | Expr::Const(_) => {}
            Expr::Block(_) | Expr::If(_) | Expr::Match(_) => self.tail(expr, Tells::Bool),
            _ => self.push(expr),
        }
    }

    /// What a body ends with, if it tells true or false.
    fn tail(&mut self, expr: &Expr, tells: Tells) {
        match expr {
            _ if tells == Tells::No => {}
            Expr::Block(inner) => self.end(&inner.block, tells),
            Expr::If(choice) => {
                self.end(&choice.then_branch, tells);
                if let Some((_, other)) = &choice.else_branch {
                    self.tail(other, tells);
                }
            }
            Expr::Match(choice) => choice.arms.iter().for_each(|arm| self.tail(&arm.body, tells)),
            _ if tells == Tells::Bool => self.condition(expr),
            Expr::Call(call) if matches!(&*call.func, Expr::Path(p) if p.path.is_ident("Ok")) => {
                call.args.iter().for_each(|arg| self.condition(arg));
            }
            _ => {}
        }
    }

    fn end(&mut self, block: &Block, tells: Tells) {
        if let Some(Stmt::Expr(last, None)) = block.stmts.last() {
            self.tail(last, tells);
        }
    }

    fn closure(&mut self, closure: &ExprClosure, tells: Tells) {
        self.tells.push(tells);
        self.tail(&closure.body, tells);
        self.visit_expr(&closure.body);
        self.tells.pop();
    }

    fn function(&mut self, attributes: &[Attribute], signature: &Signature, block: &Block) {
        if is_for_tests(attributes) || signature.constness.is_some() {
            return;
        }
        let first = attributes.iter().map(Spanned::span).chain([signature.span()]).map(|s| s.start().line).min();
        let name = signature.ident.to_string();
        let name = self.types.last().map_or_else(|| name.clone(), |kind| format!("{kind}::{name}"));
        self.functions.push((name, (first.unwrap_or(1), block.span().end().line)));
        let tells = tells(&signature.output);
        self.tells.push(tells);
        self.end(block, tells);
        self.visit_block(block);
        self.tells.pop();
        self.functions.pop();
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_item(&mut self, item: &'a Item) {
        match item {
            // Worked out when the program is compiled.
            Item::Const(_) | Item::Static(_) | Item::Enum(_) | Item::Struct(_) | Item::Macro(_) => {}
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'a syn::ItemImpl) {
        let kind = match &*item.self_ty {
            Type::Path(path) => path.path.segments.last().map(|s| s.ident.to_string()),
            _ => None,
        };
        self.types.push(kind.unwrap_or_default());
        visit::visit_item_impl(self, item);
        self.types.pop();
    }

    fn visit_item_fn(&mut self, item: &'a ItemFn) {
        let types = std::mem::take(&mut self.types);
        self.function(&item.attrs, &item.sig, &item.block);
        self.types = types;
    }

    fn visit_impl_item_fn(&mut self, item: &'a ImplItemFn) {
        self.function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'a syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.attrs, &item.sig, block);
        }
    }

    fn visit_impl_item_const(&mut self, _: &'a syn::ImplItemConst) {}

    fn visit_trait_item_const(&mut self, _: &'a syn::TraitItemConst) {}

    fn visit_expr_const(&mut self, _: &'a syn::ExprConst) {}

    fn visit_pat(&mut self, _: &'a Pat) {}

    fn visit_type(&mut self, _: &'a Type) {}

    fn visit_expr_if(&mut self, expr: &'a syn::ExprIf) {
        self.condition(&expr.cond);
        visit::visit_expr_if(self, expr);
    }

    fn visit_expr_while(&mut self, expr: &'a syn::ExprWhile) {
        self.condition(&expr.cond);
        visit::visit_expr_while(self, expr);
    }

    fn visit_arm(&mut self, arm: &'a syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            self.condition(guard);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_return(&mut self, expr: &'a syn::ExprReturn) {
        if let (Some(value), Some(tells)) = (&expr.expr, self.tells.last()) {
            self.tail(value, *tells);
        }
        visit::visit_expr_return(self, expr);
    }

    fn visit_expr_binary(&mut self, expr: &'a syn::ExprBinary) {
        match expr.op {
            BinOp::And(_) | BinOp::Or(_) => {
                self.condition(&expr.left);
                self.condition(&expr.right);
            }
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
                self.push(&Expr::Binary(expr.clone()));
            }
            _ => {}
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'a syn::ExprUnary) {
        if !matches!(expr.op, UnOp::Not(_)) {
            return visit::visit_expr_unary(self, expr);
        }
        // The negation of a condition that is found by its form: tried once, with the negation.
        let inner = self.found.clone();
        visit::visit_expr_unary(self, expr);
        let within = expr.expr.span().byte_range();
        let same = |site: &Site| site.start == within.start && site.end == within.end && !inner.contains(site);
        let before = self.found.len();
        self.found.retain(|site| !same(site));
        if self.found.len() < before {
            self.push(&Expr::Unary(expr.clone()));
        }
    }

    fn visit_expr_method_call(&mut self, expr: &'a ExprMethodCall) {
        let name = expr.method.to_string();
        if TELLING.contains(&name.as_str()) && expr.args.len() < 2 {
            self.push(&Expr::MethodCall(expr.clone()));
        }
        let asks = ASKING.contains(&name.as_str());
        match (expr.args.last(), expr.args.len()) {
            (Some(Expr::Closure(closure)), 1) if asks => {
                self.visit_expr(&expr.receiver);
                self.closure(closure, Tells::Bool);
            }
            (Some(Expr::Closure(_)), 1) if name == "then" => {
                self.condition(&expr.receiver);
                visit::visit_expr_method_call(self, expr);
            }
            (Some(_), 1) if name == "then_some" => {
                self.condition(&expr.receiver);
                visit::visit_expr_method_call(self, expr);
            }
            _ => visit::visit_expr_method_call(self, expr),
        }
    }

    fn visit_expr_closure(&mut self, expr: &'a ExprClosure) {
        self.closure(expr, tells(&expr.output));
    }

    fn visit_expr_macro(&mut self, expr: &'a ExprMacro) {
        if !expr.mac.path.is_ident("matches") {
            return;
        }
        self.push(&Expr::Macro(expr.clone()));
        if let Ok((value, guard)) = matched.parse2(expr.mac.tokens.clone()) {
            self.visit_expr(&value);
            if let Some(guard) = guard {
                self.condition(&guard);
                self.visit_expr(&guard);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        sites(text).expect("it is Rust").into_iter().map(|site| site.text).collect()
    }

    #[test]
    fn conditions_are_found_once() {
        let body = "fn f() { if a && !(b || !c) { g(x == 1); } }";
        assert_eq!(found(body), ["a", "b", "!c", "x == 1"]);
        assert_eq!(found("fn f() { if let Some(x) = a && x.b { } while c { } }"), ["x.b", "c"]);
        assert_eq!(found("fn f() { match x { A if b => {} _ => {} } }"), ["b"]);
        assert_eq!(found("fn f() { if !x.is_empty() {} let y = !z.is_none(); }"), ["!x.is_empty()", "!z.is_none()"]);
        assert_eq!(found("fn f() { let y = matches!(x, A(n) if n > 1); }"), ["matches!(x, A(n) if n > 1)", "n > 1"]);
    }

    #[test]
    fn bodies_that_tell_are_read_to_their_ends() {
        assert_eq!(found("fn f() -> bool { if a { return b; } match c { _ => d, } }"), ["a", "b", "d"]);
        assert_eq!(found("fn f() -> Res<bool> { if a { return Ok(b); } Ok(true) }"), ["a", "b"]);
        assert_eq!(found("fn f() { x.iter().filter(|y| y.z).count(); a.then(|| 1); }"), ["y.z", "a"]);
    }

    #[test]
    fn tests_and_constants_are_left_out() {
        assert_eq!(
            found("#[cfg(test)] mod t { fn f() { if a {} } } const fn g() { if a {} } const C: bool = 1 == 2;"),
            [""; 0]
        );
    }

    #[test]
    fn a_site_knows_its_place() {
        let all = sites("impl A {\n    /// 101.1\n    fn f() {\n        if a {}\n    }\n}\n").expect("it is Rust");
        assert_eq!((all[0].line, all[0].function.as_str(), all[0].lines), (4, "A::f", (2, 5)));
    }
}
